import { FileError } from "../files/errors.ts";
import type { OpenFile } from "../files/files.ts";
import type { Running } from "./command.ts";
import { complain } from "./define-command.ts";
import { Headings } from "./headings.ts";
import { inputOf } from "./inputs.ts";
import type { Part } from "./part.ts";
import { pause } from "./system/pause.ts";
import { FollowedFile } from "./tail-followed.ts";
import type { Following, TailCall } from "./tail-options.ts";
import { showPart } from "./tail-part.ts";

/** How often it is looked whether anything is new, in milliseconds. */
const LOOK = 20;

const CANNOT_RUN = 126;

/** Shows the end of each file, and what is added to it until the call is ended or nobody reads it. */
export function* runFollowing(call: TailCall, wanted: Part, how: Following): Running<number> {
  const { invocation, options } = call;
  const operands = options.operands.length === 0 ? ["-"] : options.operands;
  const isOfFiles = operands.some(
    (operand) => operand !== "-" || invocation.stdin.path !== undefined,
  );
  if (isOfFiles && !invocation.canWait()) {
    complain(invocation, "it waits: executeSync cannot run it");
    return CANNOT_RUN;
  }
  const headings = new Headings(call);
  const followed: FollowedFile[] = [];
  try {
    let status = 0;
    for (const operand of operands) {
      const start = new Start({ call, headings, how, wanted }, operand);
      status = Math.max(status, yield* start.show());
      if (start.followed !== undefined) followed.push(start.followed);
    }
    return isOfFiles ? yield* goOn(followed, call, headings) : status;
  } finally {
    for (const one of followed) one.close();
  }
}

interface Beginning {
  readonly call: TailCall;
  readonly headings: Headings;
  readonly how: Following;
  readonly wanted: Part;
}

/** What an operand shows first, and what is to be followed of it. */
class Start {
  followed: FollowedFile | undefined;
  readonly #beginning: Beginning;
  readonly #operand: string;
  readonly #path: string;

  constructor(beginning: Beginning, operand: string) {
    const { resolve, stdin } = beginning.call.invocation;
    this.#beginning = beginning;
    this.#operand = operand;
    this.#path = operand === "-" ? (stdin.path ?? "") : resolve(operand);
  }

  *show(): Running<number> {
    const { call, headings, wanted } = this.#beginning;
    const { files, stdin } = call.invocation;
    try {
      // A pipe is at its end for good.
      const file = this.#path === "" ? undefined : files.open(this.#path, { read: true });
      this.#follow(file);
      headings.show(this.#operand);
      yield* showPart(file === undefined ? stdin : inputOf(file), wanted, call.invocation);
      return 0;
    } catch (error) {
      headings.complain(call.invocation, this.#operand, error);
      const isDirectory = error instanceof FileError && error.code === "EISDIR";
      if (isDirectory) this.#complainOfKind();
      this.#follow(undefined, isDirectory);
      return 1;
    }
  }

  #follow(file: OpenFile | undefined, isDirectory = false): void {
    const { call, how } = this.#beginning;
    const { files } = call.invocation;
    if (this.#path === "") return;
    const [operand, path] = [this.#operand, this.#path];
    this.followed = new FollowedFile({ file, files, how, isDirectory, operand, path });
  }

  #complainOfKind(): void {
    const { call, how } = this.#beginning;
    const end = how.retries ? "" : "; giving up on this name";
    complain(call.invocation, `${this.#operand}: cannot follow end of this type of file${end}`);
  }
}

function* goOn(
  followed: readonly FollowedFile[],
  { invocation }: TailCall,
  headings: Headings,
): Running<number> {
  while (followed.some((one) => one.isLive())) {
    // Where nobody reads it any more, it ends here.
    invocation.stdout.write("");
    for (const one of followed) {
      yield* showNew(one, invocation, headings);
      for (const words of yield* one.changes()) complain(invocation, words);
      yield* showNew(one, invocation, headings);
    }
    yield* pause(LOOK);
  }
  complain(invocation, "no files remaining");
  return 1;
}

function* showNew(
  one: FollowedFile,
  invocation: TailCall["invocation"],
  headings: Headings,
): Running<void> {
  if (one.isCut()) complain(invocation, `${one.operand}: file truncated`);
  for (let bytes = one.next(); bytes !== undefined; bytes = one.next()) {
    headings.showChange(one.operand);
    invocation.stdout.write(bytes);
    yield;
  }
}
