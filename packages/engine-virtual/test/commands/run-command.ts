import type { Command, Input, Invocation, Output, Running } from "../../src/commands/command.ts";
import { FILE_COMMANDS } from "../../src/commands/index.ts";
import type { Files } from "../../src/files/files.ts";
import { Unnested } from "../../src/shell/run/nested.ts";

export interface Ran {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

class Collected implements Output {
  readonly #chunks: Buffer[] = [];
  readonly path: string;

  constructor(path = "") {
    this.path = path;
  }

  write(content: Uint8Array | string): void {
    this.#chunks.push(Buffer.from(content));
  }

  get text(): string {
    return Buffer.concat(this.#chunks).toString();
  }
}

function inputOf(text: string): Input {
  const chunks = text === "" ? [] : [Buffer.from(text)];
  return {
    *read() {
      yield;
      return chunks.shift();
    },
  };
}

const find = (name: string): Command | undefined =>
  FILE_COMMANDS.find((command) => command.name === name || command.aliases?.includes(name));

function resolve(cwd: string, path: string): string {
  if (path === "" || path.startsWith("/")) return path;
  return cwd === "/" ? `/${path}` : `${cwd}/${path}`;
}

/** What is the shell's own, as far as `find -exec` needs it here. */
function* runByName(invocation: Invocation, argv: readonly string[]): Running<number> {
  const [name = "", ...args] = argv;
  if (name === "echo") {
    invocation.stdout.write(`${args.join(" ")}\n`);
    return 0;
  }
  if (name === "false") return 1;
  const command = find(name);
  return command === undefined ? 127 : yield* command.run({ ...invocation, name, args });
}

export interface Where {
  readonly files: Files;
  readonly cwd?: string;
  readonly stdin?: string;
  readonly now?: number;
  /** The file that standard output goes to. */
  readonly writes?: string;
}

/** Runs one command to its end, as a shell would. */
export function runCommand(argv: readonly string[], where: Where): Ran {
  const { files, cwd = "/", stdin = "", now = Date.now() } = where;
  const stdout = new Collected(where.writes);
  const stderr = new Collected();
  const invocation: Invocation = {
    name: "",
    args: [],
    files,
    cwd,
    env: new Map(),
    umask: 0o022,
    stdin: inputOf(stdin),
    stdout,
    stderr,
    descriptor: () => undefined,
    outputDescriptor: () => undefined,
    resolve: (path) => resolve(cwd, path),
    now: () => now,
    canWait: () => false,
    *runCommand(words, others) {
      const status = yield* runByName({ ...invocation, ...others }, words);
      if (status === 127) others?.missing?.();
      return status;
    },
  };
  const running = new Unnested(runByName(invocation, argv));
  let next = running.next();
  while (next.done !== true) next = running.next();
  return { status: next.value, stdout: stdout.text, stderr: stderr.text };
}
