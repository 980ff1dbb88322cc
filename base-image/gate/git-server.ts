import { type ChildProcessByStdio, execFile, spawn } from "node:child_process";
import type { Readable, Writable } from "node:stream";
import { promisify } from "node:util";

import { openFacade } from "./facade.ts";
import { GIT, GIT_ENVIRONMENT } from "./git.ts";
import type { Identity } from "./identity.ts";
import type { GateSettings } from "./settings.ts";

type Service = "receive-pack" | "upload-pack";

export interface ServerRequest {
  readonly service: Service;
  /** What the client has in GIT_PROTOCOL. */
  readonly protocol: string;
  readonly identity: Identity;
}

/** One git that serves the host's repository; disposing it ends it, and its hooks. */
export interface GitServer extends AsyncDisposable {
  readonly input: Writable;
  readonly output: Readable;
  /** Resolves when it has ended, and all that held its output. */
  readonly ended: Promise<void>;
  readonly end: () => void;
  /** What the host's repository has of the refs that this client may write: `<ref> <object>`. */
  readonly ownRefs: () => Promise<ReadonlySet<string>>;
  /** Why the gate's own hook refused; empty: it did not. */
  readonly refusal: () => Promise<string>;
  /** What it said outside of the protocol. */
  readonly complaint: () => string;
}

const ARGUMENTS = {
  "receive-pack": ["receive-pack"],
  "upload-pack": ["upload-pack", "--strict"],
} satisfies Record<Service, readonly string[]>;

const MOST_TEXT = 4096;

export async function startGitServer(
  request: ServerRequest,
  settings: GateSettings,
): Promise<GitServer> {
  const facade = await openFacade(settings);
  const env = environment(request, { settings, commonDirectory: facade.commonDirectory });
  const child = spawn(GIT, [...ARGUMENTS[request.service], facade.gitDirectory], {
    cwd: "/",
    // A group of its own, so that its hooks end with it.
    detached: true,
    env,
    stdio: ["pipe", "pipe", "pipe"],
  });
  // What is written to one that has ended is lost, and that it ended is told elsewhere.
  child.stdin.on("error", () => undefined);
  let complaint = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    complaint = (complaint + text).slice(0, MOST_TEXT);
  });
  const ended = new Promise<void>((resolve) => {
    child.once("close", () => resolve()).once("error", () => resolve());
  });
  let hasEnded = false;
  void ended.then(() => {
    hasEnded = true;
  });
  // Once it has ended, its number may be another's.
  const end = () => {
    if (!hasEnded) endGroup(child);
  };
  const ownRefs = async () => {
    const { branch } = request.identity;
    const format = ["--format", "%(refname) %(objectname)"];
    const argv = ["for-each-ref", ...format, `refs/heads/${branch}`, `refs/sandbox/${branch}`];
    const run = promisify(execFile);
    const said = await run(GIT, ["--git-dir", facade.gitDirectory, ...argv], {
      cwd: "/",
      env,
    }).catch(() => undefined);
    return new Set(said?.stdout.split("\n"));
  };
  return {
    input: child.stdin,
    output: child.stdout,
    ended,
    end,
    ownRefs,
    refusal: facade.refusal,
    complaint: () => complaint.trim(),
    [Symbol.asyncDispose]: async () => {
      end();
      await ended;
      await facade[Symbol.asyncDispose]();
    },
  };
}

interface ServerPlace {
  readonly settings: GateSettings;
  readonly commonDirectory: string;
}

function environment(
  { protocol, identity }: ServerRequest,
  { settings, commonDirectory }: ServerPlace,
): Record<string, string> {
  return {
    ...GIT_ENVIRONMENT,
    GIT_COMMON_DIR: commonDirectory,
    GIT_CONFIG_GLOBAL: `${commonDirectory}/global`,
    ...(protocol === "" ? {} : { GIT_PROTOCOL: protocol }),
    AGENT_SANDBOX_GATE_BRANCH: identity.branch,
    AGENT_SANDBOX_GATE_OPERATOR: identity.isOperator ? "1" : "",
    AGENT_SANDBOX_HOOKS_PATH: settings.hooksPath,
  };
}

type Child = ChildProcessByStdio<Writable, Readable, Readable>;

/**
 * SIGTERM lets git take its locks and its quarantine away; who does not listen is killed, and who
 * left the group and still holds the output is no longer waited for.
 */
function endGroup(child: Child): void {
  signalGroup(child, "SIGTERM");
  const patience = setTimeout(() => {
    signalGroup(child, "SIGKILL");
    for (const stream of [child.stdin, child.stdout, child.stderr]) stream.destroy();
  }, 3000);
  child.once("close", () => {
    clearTimeout(patience);
  });
}

/** Its hooks may outlive git itself. */
function signalGroup({ pid }: Child, signal: NodeJS.Signals): void {
  try {
    if (pid !== undefined) process.kill(-pid, signal);
  } catch {
    // All of them have ended.
  }
}
