import { FileError } from "../files/errors.ts";
import type { FileStatus } from "../files/files.ts";
import type { Command, Invocation, Running } from "./command.ts";
import { complain } from "./define-command.ts";
import { FindActions } from "./find-actions.ts";
import { FindError, FindQuit } from "./find-error.ts";
import type { Found, Test } from "./find-expression.ts";
import { evaluate, hasAction, holds } from "./find-expression.ts";
import type { WalkOptions } from "./find-parse.ts";
import { FindParser } from "./find-parse.ts";
import type { TestMaker } from "./find-tests.ts";
import { lastName } from "./operands.ts";
import { localeQuoted } from "./quote.ts";

/** Which links are followed: none, those that the call names, or all. */
type Following = "none" | "named" | "all";

interface Words {
  readonly following: Following;
  readonly operands: readonly string[];
  readonly expression: readonly string[];
}

const FOLLOWING: Readonly<Record<string, Following>> = { "-P": "none", "-H": "named", "-L": "all" };

/** The options come first, then the paths, and the rest is the expression. */
function readWords(args: readonly string[]): Words {
  let at = 0;
  let following: Following = "none";
  for (let next = FOLLOWING[args[at] ?? ""]; next !== undefined; next = FOLLOWING[args[at] ?? ""]) {
    following = next;
    at += 1;
  }
  if (args[at] === "--") at += 1;
  const start = args.findIndex((word, index) => index >= at && /^(?:-.|[(!,]$)/s.test(word));
  const end = start === -1 ? args.length : start;
  const operands = args.slice(at, end);
  const expression = args.slice(end);
  return {
    following: expression.includes("-follow") ? "all" : following,
    operands: operands.length === 0 ? ["."] : operands,
    expression,
  };
}

/** Walks below the operands, a directory before what is in it, or after. */
class FindWalk {
  readonly #invocation: Invocation;
  readonly #test: Test;
  readonly #acts: boolean;
  readonly #walk: WalkOptions;
  readonly #following: Following;
  readonly #actions: FindActions;
  /** Where the walk stands: the directories that it is in, without links. */
  readonly #chain: string[] = [];
  #steps = 0;
  failed = false;

  constructor(
    invocation: Invocation,
    { test, walk }: { readonly test: Test; readonly walk: WalkOptions },
    { following, actions }: { readonly following: Following; readonly actions: FindActions },
  ) {
    this.#invocation = invocation;
    this.#test = test;
    this.#acts = hasAction(test);
    this.#walk = walk;
    this.#following = following;
    this.#actions = actions;
  }

  *operand(operand: string): Running<void> {
    const { resolve } = this.#invocation;
    const path = resolve(operand);
    try {
      const status = this.#status(path, this.#following !== "none");
      const name = lastName(operand);
      yield* this.#visit({ shown: operand, path, name, status, depth: 0, pruned: false });
    } catch (error) {
      this.#say(operand, error);
    }
  }

  #say(shown: string, error: unknown): void {
    if (!(error instanceof FileError)) throw error;
    this.#actions.flush();
    complain(this.#invocation, `${localeQuoted(shown)}: ${error.message}`);
    this.failed = true;
  }

  #status(path: string, follow: boolean): FileStatus {
    const { files } = this.#invocation;
    if (!follow) return files.lstat(path);
    try {
      return files.stat(path);
    } catch (error) {
      // A link that leads in a circle is an error; one that leads nowhere is a link.
      if (error instanceof FileError && error.code === "ELOOP") throw error;
      return files.lstat(path);
    }
  }

  *#visit(found: Found): Running<void> {
    const { depthFirst, minDepth, maxDepth } = this.#walk;
    const isJudged = found.depth >= minDepth;
    if (isJudged && !depthFirst) yield* this.#judge(found);
    const isOpen = found.status.kind === "directory" && !found.pruned && found.depth < maxDepth;
    if (isOpen) yield* this.#below(found);
    if (isJudged && depthFirst) yield* this.#judge(found);
  }

  *#judge(found: Found): Running<void> {
    if (this.#acts) yield* evaluate(this.#test, found);
    else holds(this.#test, found);
    this.#steps += 1;
    if (this.#steps % 256 === 0) yield;
  }

  *#below(directory: Found): Running<void> {
    const { files } = this.#invocation;
    const { shown, path, depth } = directory;
    const before = shown.endsWith("/") ? shown : `${shown}/`;
    const inside = path.endsWith("/") ? path : `${path}/`;
    this.#chain.push(this.#following === "all" ? files.realPath(path) : path);
    for (const { name } of files.list(path)) {
      const inner = inside + name;
      const status = this.#statusBelow(inner, before + name);
      if (status === undefined) continue;
      const found = {
        shown: before + name,
        path: inner,
        name,
        status,
        depth: depth + 1,
        pruned: false,
      };
      // A file has nothing below it: most of a walk is this, and needs no generator.
      if (status.kind !== "directory" && !this.#acts) this.#judgeAtOnce(found);
      else yield* this.#visit(found);
      if (this.#steps % 256 === 255) yield;
    }
    this.#chain.pop();
  }

  #judgeAtOnce(found: Found): void {
    this.#steps += 1;
    if (found.depth >= this.#walk.minDepth) holds(this.#test, found);
  }

  /** `undefined` where it has gone meanwhile, or is one of those that it is found in. */
  #statusBelow(path: string, shown: string): FileStatus | undefined {
    try {
      const status = this.#status(path, this.#following === "all");
      if (this.#following !== "all" || status.kind !== "directory") return status;
      if (!this.#chain.includes(this.#invocation.files.realPath(path))) return status;
      const words = `File system loop detected; ${localeQuoted(shown)} is part of the same file system loop`;
      this.#actions.flush();
      complain(this.#invocation, words);
      this.failed = true;
    } catch (error) {
      this.#say(shown, error);
    }
    return undefined;
  }
}

function* findAll(invocation: Invocation): Running<number> {
  const { following, operands, expression } = readWords(invocation.args);
  const actions = new FindActions(invocation);
  const follow = following === "all";
  const maker: TestMaker = { invocation, now: invocation.now(), follow, regexType: "emacs" };
  const parser = new FindParser(expression, maker, actions);
  const test = parser.parse();
  const walk = new FindWalk(invocation, { test, walk: parser.walk }, { following, actions });
  yield* untilQuit(walk, operands);
  yield* actions.end();
  return walk.failed || actions.failed ? 1 : 0;
}

function* untilQuit(walk: FindWalk, operands: readonly string[]): Running<void> {
  try {
    for (const operand of operands) {
      yield* walk.operand(operand);
      yield;
    }
  } catch (error) {
    if (!(error instanceof FindQuit)) throw error;
  }
}

const USAGE = "[-H] [-L] [-P] [path...] [expression]";
const DESCRIPTION = "Search for files in a directory hierarchy";

/** Find has no options as other commands do: its words are an expression. */
export const find: Command = {
  name: "find",
  description: DESCRIPTION,
  usage: USAGE,
  *run(invocation: Invocation): Running<number> {
    if (invocation.args.includes("--help")) {
      invocation.stdout.write(`Usage: find ${USAGE}\n${DESCRIPTION}\n`);
      return 0;
    }
    try {
      return yield* findAll(invocation);
    } catch (error) {
      if (!(error instanceof FindError)) throw error;
      complain(invocation, error.message);
      return 1;
    }
  },
};
