import {
  type Dirent,
  lstatSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  statSync,
} from "node:fs";
import { basename, dirname, isAbsolute, join } from "node:path";

import { SandboxError } from "@agent-sandbox/core";
import type { ResolvedCommand } from "@agent-sandbox/policy";

import { isProgram } from "../is-program.ts";
import { PRESETS, WRAPPERS } from "./places.ts";
import { shShim } from "./sh-shim.ts";
import type { FolderEntry, OuterRule, ScriptContent, ShimFacts } from "./shim-facts.ts";

export interface ShimSurroundings {
  /** The PATH that commands are looked for on. */
  readonly path: string;
  /** The folder that holds `shims/` and `launcher/`. */
  readonly folder: string;
  /** As Node names it. */
  readonly architecture: string;
  /** Whether this is a sandbox already. */
  readonly isNested: boolean;
}

/** Reads what `planShims` asks for: programs on the PATH, the rules' scripts, what is there to be placed. */
export function gatherShimFacts(
  commands: readonly ResolvedCommand[],
  surroundings: ShimSurroundings,
): ShimFacts {
  const folders = surroundings.path.split(":").filter((folder) => isAbsolute(folder));
  const programs = new Map(commands.map((command) => [command.name, programsOf(command, folders)]));
  const { isNested } = surroundings;
  const firsts = [...programs.values()].flatMap(([first]) => first ?? []);
  const scripts = commands.flatMap(({ rule }) => (typeof rule === "object" ? [rule.script] : []));
  return {
    programs,
    scripts: new Map(scripts.map((path) => [path, readScript(path)])),
    beside: besideOf(firsts, folders),
    gitScript: commands.some(({ rule }) => rule === "@git")
      ? readFileSync(join(surroundings.folder, "shims", "git.sh"), "utf8")
      : "",
    launcher: findLauncher(surroundings),
    shell: realPath("/bin/sh") ?? "/bin/sh",
    outer: isNested ? outerRules(programs) : new Map(),
    outerShims: new Set(isNested ? [...programs.values()].flat().filter(isShShim) : []),
  };
}

function programsOf(
  { name, rule }: Pick<ResolvedCommand, "name" | "rule">,
  folders: readonly string[],
): readonly string[] {
  const hits = folders.map((folder) => join(folder, name)).filter(isProgram);
  const reals = hits.flatMap((path) => realPath(path) ?? []);
  const all = name === "git" ? [...reals, ...reals.flatMap(gitsOwn)] : reals;
  // The preset has nothing to say of git's other names, and every start would look for them.
  const isWhole = rule !== true && rule !== "@git";
  return [...new Set(isWhole ? [...all, ...all.flatMap((real) => namesakes(name, real))] : all)];
}

/**
 * The same file beside it by a longer name: `perl5.36.0` is perl, `git-upload-pack` may be git. Whether `bunzip2` is
 * `bzcat` nobody can tell: a program may do another thing by another name.
 */
function namesakes(name: string, real: string): readonly string[] {
  const { dev, ino, nlink } = statSync(real);
  if (nlink < 2) return [];
  const isSame = (path: string): boolean => {
    const other = lstatSync(path, { throwIfNoEntry: false });
    return other?.dev === dev && other.ino === ino;
  };
  const folder = dirname(real);
  return namesIn(folder, name)
    .filter((other) => other.startsWith(name) && /^[^a-z]/i.test(other.slice(name.length)))
    .map((other) => join(folder, other))
    .filter(isSame);
}

/** Fails with POLICY_UNSUPPORTED where nobody can tell: the rule would hold for one of the names. */
function namesIn(folder: string, name: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch (cause) {
    throw new SandboxError(
      "POLICY_UNSUPPORTED",
      `Cannot keep commands.${name}: "${folder}" cannot be listed, where the program may have another name`,
      { hint: "Let the folder be listed, or take the rule out", cause },
    );
  }
}

/** Debian's git comes a second time, as a file of its own, and starts itself by that. */
function gitsOwn(git: string): readonly string[] {
  const prefix = dirname(dirname(git));
  return ["lib", "libexec"]
    .map((name) => join(prefix, name, "git-core", "git"))
    .filter(isProgram)
    .flatMap((path) => realPath(path) ?? []);
}

/** One mount each: what has more is no program's own folder. */
const MOST_BESIDE = 128;

function besideOf(
  programs: readonly string[],
  folders: readonly string[],
): ReadonlyMap<string, readonly FolderEntry[]> {
  const usual = new Set(folders.flatMap((folder) => realPath(folder) ?? []));
  return new Map(
    programs.flatMap((program): [string, readonly FolderEntry[]][] => {
      const folder = dirname(program);
      if (usual.has(folder)) return [];
      const entries = entriesOf(folder);
      if (entries === undefined || entries.length > MOST_BESIDE) return [];
      const linkOf = (entry: Dirent) =>
        entry.isSymbolicLink() ? readlinkSync(join(folder, entry.name)) : undefined;
      return [[program, entries.map((entry) => ({ name: entry.name, link: linkOf(entry) }))]];
    }),
  );
}

/** Undefined where it cannot be listed: then the program stands by itself, as one of too many does. */
function entriesOf(folder: string): readonly Dirent[] | undefined {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return undefined;
  }
}

const ARCHITECTURES: Readonly<Record<string, string>> = { x64: "x86_64", arm64: "aarch64" };

/** The compiled launcher for this machine. */
export function findLauncher({
  folder,
  architecture,
}: Pick<ShimSurroundings, "folder" | "architecture">): string | undefined {
  const name = ARCHITECTURES[architecture];
  if (name === undefined) return undefined;
  const path = join(folder, "launcher", "dist", name);
  return isProgram(path) ? path : undefined;
}

function readScript(path: string): ScriptContent {
  try {
    if (!statSync(path).isFile()) return { problem: "it is not a file" };
    if (!isProgram(path)) return { problem: "it is not executable" };
    return { content: readFileSync(path) };
  } catch {
    return { problem: "it cannot be read" };
  }
}

/** The folders of the sandbox around this one cannot be listed, and what is in them can be asked for. */
function outerRules(
  programs: ReadonlyMap<string, readonly string[]>,
): ReadonlyMap<string, OuterRule> {
  const names = [...programs].flatMap(([name, reals]) => [
    name,
    ...reals.map((at) => basename(at)),
  ]);
  return new Map(
    [...new Set(names)].flatMap((name): [string, OuterRule][] => {
      if (isThere(join(WRAPPERS, name))) return [[name, "wrapper"]];
      return isThere(join(PRESETS, name)) ? [[name, "preset"]] : [];
    }),
  );
}

function isShShim(path: string): boolean {
  const shim = Buffer.from(shShim(basename(path)));
  return statSync(path).size === shim.length && readFileSync(path).equals(shim);
}

function isThere(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined;
}

function realPath(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}
