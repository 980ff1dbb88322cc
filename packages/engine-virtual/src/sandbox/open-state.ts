import { decide } from "@agent-sandbox/policy";

import type { Files } from "../files/files.ts";
import { MemoryFiles } from "../files/memory-files.ts";
import type { Tree } from "../files/tree.ts";
import { NO_CHANNELS } from "../shell/io/channels.ts";
import { INTERPRETER } from "../shell/run/interpreter.ts";
import { Processes } from "../shell/jobs/processes.ts";
import { Shell } from "../shell/shell.ts";
import { PLAIN } from "../shell/variables/variable.ts";
import { Variables } from "../shell/variables/variables.ts";
import type { World } from "../shell/world.ts";
import type { CommandTable } from "./command-table.ts";
import { GuardedFiles } from "./guarded-files.ts";
import { Judge } from "./judge.ts";
import type { Settings } from "./options.ts";
import { withViews } from "./with-views.ts";

/** What a sandbox has once it was used. */
export interface OpenState {
  /** Without the policy: for the sandbox itself. */
  readonly files: Files;
  readonly judge: Judge | undefined;
  readonly world: World;
  shell: Shell;
}

/** What a snapshot keeps. */
export interface KeptState {
  readonly tree: Tree;
  readonly shell: Shell;
}

export interface OpenParts {
  readonly settings: Settings;
  readonly commands: () => CommandTable;
  readonly canWait: () => boolean;
  readonly kept: KeptState | undefined;
}

export function openState({ canWait, commands, kept, settings }: OpenParts): OpenState {
  const now = () => performance.timeOrigin + performance.now();
  const memory = new MemoryFiles({
    limits: settings,
    now,
    ...(kept !== undefined && { tree: kept.tree }),
    ...(settings.blobs !== undefined && { blobs: settings.blobs }),
  });
  const { audit, policy } = settings;
  const files = settings.views.length === 0 ? memory : withViews(memory, settings);
  const judge = policy === undefined ? undefined : new Judge(policy, audit);
  const world: World = {
    files: judge === undefined ? files : new GuardedFiles(files, judge),
    limits: settings.limits,
    guard: judge,
    interpreter: INTERPRETER,
    now,
    canWait,
    find: (name) => commands().find(name),
    names: () => commands().names(),
    processes: new Processes(),
    count: { commands: 0, lookedAt: 0 },
  };
  const shell = kept === undefined ? firstShell(world, settings, files) : kept.shell.fork(world);
  return { files, judge, world, shell };
}

const SYSTEM_PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

function firstShell(world: World, settings: Settings, files: Files): Shell {
  const cwd = settings.workingDirectory;
  makeDirectories(files, cwd);
  makeDirectories(files, "/tmp");
  const variables = new Variables(settings.limits);
  const given = { HOME: "/", PATH: SYSTEM_PATH, ...environmentOf(settings), PWD: cwd };
  for (const [name, value] of Object.entries(given)) {
    variables.setHere(name, { ...PLAIN, value, exported: true });
  }
  // Commands get it as soon as there is one.
  variables.mark("OLDPWD", { exported: true });
  const parameters = { name: "bash", args: [] };
  return new Shell({ world, variables, channels: NO_CHANNELS, cwd, parameters }, world.now());
}

function makeDirectories(files: Files, path: string): void {
  const names = path.split("/").filter((name) => name !== "");
  names.forEach((_, index) => {
    const directory = `/${names.slice(0, index + 1).join("/")}`;
    if (!files.exists(directory)) files.makeDirectory(directory, 0o755);
  });
}

/** What the policy lets in of what was given, and what it sets itself. */
function environmentOf({ environment, policy }: Settings): Readonly<Record<string, string>> {
  if (policy === undefined) return environment;
  const allowed = Object.entries(environment).filter(
    ([name, value]) => decide(policy, { operation: "env", name, value }).effect === "allow",
  );
  const set = policy.environment.set.map(({ name, value }) => [name, value] as const);
  return Object.fromEntries([...allowed, ...set]);
}
