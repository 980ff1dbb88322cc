import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";

/** Where frames go: this process's standard output. */
export type Output = Pick<NodeJS.WriteStream, "isTTY" | "columns" | "rows" | "on" | "off"> &
  NodeJS.WritableStream;

export interface WatchRequest {
  /** Makes the next frame, lines of text without an end. */
  readonly frame: () => Promise<string>;
  /** Milliseconds from one frame to the next. */
  readonly period: number;
  readonly output: Output;
}

/** A screen of its own without a cursor, and back (xterm's control sequences). */
const ENTER = "\u001b[?1049h\u001b[?25l";
const LEAVE = "\u001b[?25h\u001b[?1049l";
/** To the top; an empty line; nothing below. */
const [HOME, CLEAR_LINE, CLEAR_BELOW] = ["\u001b[H", "\u001b[K", "\u001b[J"];

/**
 * Shows frame after frame until `signal` aborts or nobody reads any more; both are its ordinary end. On
 * a terminal each takes the place of the one before, on a screen that is given back; elsewhere one
 * follows the other.
 */
export async function watch(request: WatchRequest, signal: AbortSignal): Promise<void> {
  const { frame, period, output } = request;
  using reader = whileRead(output, signal);
  using screen = output.isTTY ? openScreen(output) : undefined;
  try {
    for (;;) {
      const text = await frame();
      const room = output.write(screen ? screen.painted(text) : `${text}\n`);
      if (!room) await once(output, "drain", { signal: reader.signal });
      await sleep(period, undefined, { signal: reader.signal });
    }
  } catch (error) {
    if (!reader.signal.aborted) throw error;
  }
}

/** A signal that also aborts when the output's reader has gone (`| head`). */
function whileRead(output: Output, signal: AbortSignal): Disposable & { signal: AbortSignal } {
  const gone = new AbortController();
  const tell = ({ code }: NodeJS.ErrnoException) => {
    if (code === "EPIPE") gone.abort();
  };
  output.on("error", tell);
  return {
    signal: AbortSignal.any([signal, gone.signal]),
    [Symbol.dispose]: () => output.off("error", tell),
  };
}

function openScreen(output: Output) {
  const leave = () => {
    output.write(LEAVE);
  };
  // However the process ends, short of a kill, the person must find the terminal as it was.
  process.once("exit", leave);
  output.write(ENTER);
  return {
    painted(text: string): string {
      // A line is cleared before it is written: after it, its last cell could go too.
      const lines = cutToRows(text.split("\n"), output.rows - 1);
      return `${HOME}${lines.map((line) => `${CLEAR_LINE}${line}\r\n`).join("")}${CLEAR_BELOW}`;
    },
    [Symbol.dispose]() {
      process.off("exit", leave);
      leave();
    },
  };
}

/** What does not fit is counted in the last row. */
function cutToRows(lines: readonly string[], rows: number): readonly string[] {
  if (lines.length <= rows) return lines;
  const kept = lines.slice(0, Math.max(0, rows - 1));
  return [...kept, `… ${(lines.length - kept.length).toString()} more`];
}
