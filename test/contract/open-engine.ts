// Engines as the program itself opens them, for what no command line says.
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";

import { type Command, type Sandbox, SandboxError } from "@agent-sandbox/core";
import { BwrapEngine } from "@agent-sandbox/engine-bwrap";
import { DockerEngine } from "@agent-sandbox/engine-docker";
import { openVirtual } from "@agent-sandbox/engine-virtual";
import {
  createPlaceholders,
  hashOfWorkspacePath,
  parseLayer,
  resolveStateDir,
} from "@agent-sandbox/host";

import { prepareExec } from "../../packages/cli/src/bwrap/prepare-exec.ts";
import { InMemory } from "../../packages/cli/src/library/in-memory.ts";
import { prepareWorkspace } from "../../packages/cli/src/prepare-workspace.ts";
import { processSurroundings, type Surroundings } from "../../packages/cli/src/surroundings.ts";
import { TEST_IMAGE } from "../support/sandbox-image.ts";

interface Opening {
  readonly path: string;
  readonly surroundings: Surroundings;
}

const NEVER = new AbortController().signal;

async function openDocker({ path, surroundings }: Opening): Promise<Sandbox> {
  const given = parseLayer({ container: { image: TEST_IMAGE } }, { layer: "project" });
  const request = { path, given, trust: true };
  const { plan, ports } = await prepareWorkspace(request, surroundings, NEVER);
  return await new DockerEngine(ports).open(plan, NEVER);
}

async function openBwrap(
  { path, surroundings }: Opening,
  { isForMany }: { readonly isForMany: boolean },
): Promise<Sandbox> {
  const given = parseLayer({}, { layer: "project" });
  const request = { path, given, flags: [], configFile: undefined, trust: true };
  const { plan } = await prepareExec(request, surroundings, NEVER);
  const { env, home } = surroundings;
  const engine = new BwrapEngine({
    ...{ path: env["PATH"], keyOf: hashOfWorkspacePath, isForMany },
    placeholders: createPlaceholders(resolveStateDir(env, home)),
    openEgress: () => Promise.reject(new Error("no plan here wants one")),
    diagnose: () => Promise.resolve(undefined),
  });
  return await engine.open(plan, NEVER);
}

/** By what people call it; who owns the workspace is whoever the engine's commands are. */
export const OPENED_ENGINES = [
  { name: "docker", owner: 1000, open: openDocker },
  { name: "bwrap", owner: 0, open: (to: Opening) => openBwrap(to, { isForMany: false }) },
  {
    name: "bwrap, open for many commands,",
    owner: 0,
    open: (to: Opening) => openBwrap(to, { isForMany: true }),
  },
  { name: "virtual", owner: 0, open: () => Promise.resolve(new InMemory(openVirtual())) },
] as const;

export function surroundingsIn(path: string): Surroundings {
  const env = { ...process.env, XDG_STATE_HOME: join(path, "../state") };
  return { ...processSurroundings({ quiet: true }), env };
}

/** Runs a script of sh to its end; resolves with its status and what it said. */
export async function runIn(
  sandbox: Sandbox,
  script: string,
  after: Command["after"],
): Promise<{ readonly status: number; readonly said: string }> {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const said = text(stdout);
  stderr.resume();
  const command = { argv: ["sh", "-c", script], environment: {}, after } as const;
  const stdio = { stdin: undefined, stdout, stderr, terminal: undefined, signals: NO_SIGNALS };
  try {
    const { status } = await sandbox.exec(command, stdio, NEVER);
    return { status, said: await ended(stdout, said) };
  } finally {
    stdout.end();
  }
}

const NO_SIGNALS = { onSignal: () => () => undefined };

async function ended(stdout: PassThrough, said: Promise<string>): Promise<string> {
  stdout.end();
  return await said;
}

/** What a record says that cannot be written. */
export const NO_RECORD = new SandboxError("AUDIT_FAILED", "Cannot write the record: no room");
