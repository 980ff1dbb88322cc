import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";

/** A real terminal (tmux) with one program in it. */
export interface TestTerminal extends Disposable {
  /** Types text as it stands. */
  type(text: string): void;
  /** Presses a key by tmux's name for it: `Enter`, `C-c`, `C-d`. */
  press(key: string): void;
  resize(columns: number, rows: number): void;
  /** What the screen shows. */
  screen(): string;
  /** Waits, with a bound, until the screen shows what is looked for; resolves with the match. */
  see(pattern: RegExp): Promise<RegExpExecArray>;
}

const PATIENCE_MS = 120_000;

/** Opens a terminal of 100 × 30 with a POSIX shell that runs `command`, and then waits for more. */
export function openTerminal(
  command: string,
  env: Readonly<Record<string, string>> = {},
): TestTerminal {
  const socket = `agent-sandbox-test-${randomUUID()}`;
  const tmux = (...args: string[]) =>
    execFileSync("tmux", ["-L", socket, "-f", "/dev/null", ...args], {
      encoding: "utf8",
      env: { ...process.env, ...env },
    });
  tmux("new-session", "-d", "-x", "100", "-y", "30", "sh");
  tmux("set-option", "-g", "window-size", "manual");
  const screen = () => tmux("capture-pane", "-p", "-J");
  const terminal: TestTerminal = {
    type: (text) => tmux("send-keys", "-l", text),
    press: (key) => tmux("send-keys", key),
    resize: (columns, rows) =>
      tmux("resize-window", "-x", columns.toString(), "-y", rows.toString()),
    screen,
    async see(pattern) {
      const end = Date.now() + PATIENCE_MS;
      for (;;) {
        const match = pattern.exec(screen());
        if (match) return match;
        if (Date.now() > end) throw new Error(`never seen: ${pattern.source}\n${screen()}`);
        await sleep(100);
      }
    },
    [Symbol.dispose]: () => tmux("kill-server"),
  };
  terminal.type(command);
  terminal.press("Enter");
  return terminal;
}
