import { execFileSync, spawn } from "node:child_process";
import { chownSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";

import { CLI, type CliResult } from "./cli.ts";

/** Who starts sandboxes on this machine itself: both must be held by them. */
export const USERS = [
  { user: "root", uid: 0 },
  { user: "an ordinary user", uid: 1000 },
] as const;

export interface MachineOptions {
  readonly uid: number;
  /** Written to `.agent-sandbox/config.json` of the workspace. */
  readonly config?: unknown;
  /** Whether the workspace is no repository. */
  readonly isPlain?: boolean;
}

/** A home and a workspace of the test's own, and sandboxes on this machine in them. */
export interface Machine extends Disposable {
  readonly home: string;
  readonly workspace: string;
  /** `agent-sandbox exec FLAGS sh -c SCRIPT` in the workspace. */
  exec(script: string, options?: ExecOptions): Promise<CliResult>;
  /** A script outside of any sandbox, as the same user. */
  host(script: string): string;
  /** The words that make a command this user's, with this home. */
  readonly as: readonly string[];
}

interface ExecOptions {
  readonly flags?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string;
  readonly onStart?: (kill: (signal: NodeJS.Signals) => void, pid: number) => void;
}

export function makeMachine({ uid, config, isPlain = false }: MachineOptions): Machine {
  const top = realpathSync(mkdtempSync(join(tmpdir(), "agent-sandbox-bwrap-")));
  const [home, workspace] = [join(top, "home"), join(top, "home", "project")];
  mkdirSync(workspace, { recursive: true });
  for (const path of [top, home, workspace]) chownSync(path, uid, uid);
  const as = asOrdinary(uid, {
    HOME: home,
    PATH: `${dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin`,
    NO_COLOR: "1",
    LANG: "C.UTF-8",
  });
  const [program = "", ...words] = as;
  const host = (script: string) =>
    execFileSync(program, [...words, "sh", "-ec", script], { cwd: workspace, encoding: "utf8" });
  if (!isPlain) host(REPOSITORY);
  if (config !== undefined) {
    host("mkdir -p .agent-sandbox");
    writeFileSync(join(workspace, ".agent-sandbox/config.json"), JSON.stringify(config));
  }
  return {
    ...{ home, workspace, host, as },
    async exec(script, { flags = [], env = {}, input = "", onStart } = {}) {
      const set = Object.entries(env).map(([name, value]) => `${name}=${value}`);
      const argv = [process.execPath, CLI, "exec", ...flags, "sh", "-c", script];
      const child = spawn(program, [...words, ...set, ...argv], { cwd: workspace });
      child.stdin.on("error", () => undefined);
      child.stdin.end(input);
      onStart?.((signal) => child.kill(signal), child.pid ?? 0);
      const ended = new Promise<[number | null, NodeJS.Signals | null]>((resolve, reject) => {
        child.on("error", reject).on("close", (status, signal) => {
          resolve([status, signal]);
        });
      });
      const said = [text(child.stdout), text(child.stderr)] as const;
      const [stdout, stderr, [status, signal]] = await Promise.all([...said, ended]);
      return { status, signal, stdout, stderr };
    },
    [Symbol.dispose]() {
      rmSync(top, { recursive: true, force: true });
    },
  };
}

const REPOSITORY = `git init --quiet --initial-branch main .
  git config user.name Test; git config user.email test@example.com
  echo hello > README.md; git add .; git commit --quiet --message first`;

/** Without any capability: bubblewrap refuses to start with one that it has not asked for. */
function asOrdinary(uid: number, env: Readonly<Record<string, string>>): readonly string[] {
  const id = uid.toString();
  const become =
    uid === 0
      ? []
      : ["setpriv", `--reuid=${id}`, `--regid=${id}`, "--clear-groups", "--inh-caps=-all"];
  return [...become, "env", "-i", ...Object.entries(env).map((pair) => pair.join("="))];
}
