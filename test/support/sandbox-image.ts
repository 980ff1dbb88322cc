import { setTimeout as sleep } from "node:timers/promises";

import { docker, type Finished, tryDocker } from "./docker.ts";

/** The base image under test. */
export const TEST_IMAGE = process.env["AGENT_SANDBOX_TEST_IMAGE"] ?? "agent-sandbox-base:latest";

/** Everything that PID 1 needs while it sets the sandbox up. */
export const CAPABILITIES = ["CHOWN", "NET_ADMIN", "NET_RAW", "SETGID", "SETPCAP", "SETUID"];

export const ENTER = "/usr/local/lib/agent-sandbox/enter";

interface SandboxEvent {
  readonly event: string;
  readonly name?: string;
  readonly type?: string;
  readonly reason?: string;
  readonly path?: string;
  readonly action?: string;
}

export interface SandboxOptions {
  readonly label: string;
  readonly env?: Readonly<Record<string, string>>;
  /** The first is connected at creation, the others before the start. */
  readonly networks?: readonly string[];
  readonly capabilities?: readonly string[];
  /** Further arguments of `docker create`, in front of the image. */
  readonly args?: readonly string[];
  /** What follows the image. */
  readonly command?: readonly string[];
}

export interface TestSandbox {
  readonly id: string;
  /** Enters as `node` through the entry program, as every command of the user does. */
  readonly run: (...argv: string[]) => Promise<Finished>;
  /** Enters as root with the capabilities of the set-up: a test's view from above. */
  readonly inspect: (...argv: string[]) => Promise<string>;
  readonly events: () => Promise<readonly SandboxEvent[]>;
  readonly start: () => Promise<void>;
  /** Resolves once it is ready, rejects with what it said when it ends instead. */
  readonly ready: () => Promise<void>;
  /** The exit status, once it has ended. */
  readonly ended: () => Promise<number>;
  readonly remove: () => Promise<void>;
}

/** Creates a container by the contract between the command line and the image; does not start it. */
export async function createSandbox(options: SandboxOptions): Promise<TestSandbox> {
  const [network = "none", ...others] = options.networks ?? [];
  const id = await docker([
    ...["create", "--label", options.label, "--user", "root", "--cap-drop", "ALL"],
    ...(options.capabilities ?? CAPABILITIES).flatMap((name) => ["--cap-add", name]),
    ...["--security-opt", "no-new-privileges", "--pids-limit", "500", "--network", network],
    ...Object.entries(options.env ?? {}).flatMap(([name, value]) => ["-e", `${name}=${value}`]),
    ...(options.args ?? []),
    ...[TEST_IMAGE, ...(options.command ?? [])],
  ]);
  for (const other of others) await docker(["network", "connect", other, id]);
  return testSandbox(id);
}

/** Creates a sandbox, starts it and waits until it is ready. */
export async function openSandbox(options: SandboxOptions): Promise<TestSandbox> {
  const sandbox = await createSandbox(options);
  await sandbox.start();
  await sandbox.ready();
  return sandbox;
}

function testSandbox(id: string): TestSandbox {
  const events = async () => (await tryDocker(["logs", id])).stdout.split("\n").flatMap(parseEvent);
  return {
    id,
    events,
    run: async (...argv) => await tryDocker(["exec", "--user", "node", id, ENTER, ...argv]),
    inspect: async (...argv) => await docker(["exec", "--user", "root", id, ...argv]),
    start: async () => {
      await docker(["start", id]);
    },
    ready: async () => {
      await until(async () => {
        if ((await events()).some(({ event }) => event === "sandbox.ready")) return true;
        if (await isRunning(id)) return false;
        throw new Error(`The sandbox ended: ${(await tryDocker(["logs", id])).stderr}`);
      });
    },
    ended: async () => Number(await docker(["wait", id], { timeout: 20_000 })),
    remove: async () => {
      await docker(["rm", "--force", "--volumes", id]);
    },
  };
}

/** Standard output carries events and nothing else, so a line that is none is a failure. */
function parseEvent(line: string): SandboxEvent[] {
  return line === "" ? [] : [JSON.parse(line) as SandboxEvent];
}

export async function isRunning(id: string): Promise<boolean> {
  return (await docker(["inspect", "--format", "{{.State.Running}}", id])) === "true";
}

/** Asks until the answer is yes; rejects after ten seconds. */
export async function until(ask: () => Promise<boolean>): Promise<void> {
  for (let left = 200; left > 0; left -= 1) {
    if (await ask()) return;
    await sleep(50);
  }
  throw new Error("It did not come about within ten seconds");
}
