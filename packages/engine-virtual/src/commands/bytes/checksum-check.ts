import { FileError } from "../../files/errors.ts";
import type { Running } from "../command.ts";
import { complain } from "../define-command.ts";
import { complainOf, openInput } from "../inputs.ts";
import { quotedIfNeeded } from "../quote.ts";
import { readBounded } from "../read-bounded.ts";
import { parseLine } from "./checksum-lines.ts";
import type { ChecksumCall } from "./checksum-options.ts";
import { type Digest, digestOf } from "./digests.ts";

interface Tally {
  lines: number;
  malformed: number;
  matched: number;
  failed: number;
  unread: number;
}

/** `1 line is`, `2 lines are`. */
const counted = (count: number, one: string, many: string): string =>
  `WARNING: ${count} ${count === 1 ? one : many}`;

/** What lists are checked by, and how messages name it. */
export interface Checks {
  readonly digests: readonly Digest[];
  readonly kind: string;
  readonly tag: string;
  readonly standardInput: string;
  /** What is done where a list cannot be read: a directory can be opened. */
  readonly unreadable: Unreadable;
}

/** GNU says so and goes on; Perl's takes a directory for empty, and stops where there is nothing. */
type Unreadable = "goes on" | "stops";

const STOPPED = 2;

/** Checks one list. */
class Check {
  readonly #call: ChecksumCall;
  readonly #checks: Checks;
  readonly #list: string;
  readonly #tally: Tally = { lines: 0, malformed: 0, matched: 0, failed: 0, unread: 0 };

  constructor(call: ChecksumCall, checks: Checks, list: string) {
    this.#call = call;
    this.#checks = checks;
    this.#list = list;
  }

  *all(text: string): Running<boolean> {
    const { options } = this.#call;
    for (const [index, line] of text.split("\n").entries()) {
      if (line === "" || line.startsWith("#")) continue;
      yield* this.#one(line, index + 1);
    }
    if (this.#tally.lines === 0)
      return this.#refuse(`no properly formatted ${this.#checks.kind}checksum lines found`);
    if (!options.has("status")) this.#sumUp();
    return this.#isGood();
  }

  #refuse(words: string): false {
    complain(this.#call.invocation, `${this.#list}: ${words}`);
    return false;
  }

  #isGood(): boolean {
    const { options } = this.#call;
    const { malformed, failed, unread, matched } = this.#tally;
    if (options.has("ignoreMissing") && matched === 0 && failed === 0) {
      return options.has("status") ? false : this.#refuse("no file was verified");
    }
    if (options.has("strict") && malformed > 0) return false;
    return failed === 0 && unread === 0;
  }

  *#one(line: string, number: number): Running<void> {
    const { options, invocation } = this.#call;
    const digest = this.#checks.digests.find((one) => parseLine(line, one) !== undefined);
    const listed = digest && parseLine(line, digest);
    if (digest === undefined || listed === undefined) {
      this.#tally.malformed += 1;
      const words = `improperly formatted ${this.#checks.tag} checksum line`;
      if (options.has("warn")) complain(invocation, `${this.#list}: ${number}: ${words}`);
      return;
    }
    this.#tally.lines += 1;
    try {
      const found = yield* digestOf(openInput(invocation, listed.name), digest);
      this.#tell(listed.name, found === listed.digest);
    } catch (error) {
      this.#unread(listed.name, error);
    }
  }

  #tell(name: string, isSame: boolean): void {
    const { options, invocation } = this.#call;
    this.#tally[isSame ? "matched" : "failed"] += 1;
    if (options.has("status") || (isSame && options.has("quiet"))) return;
    invocation.stdout.write(`${quotedName(name)}: ${isSame ? "OK" : "FAILED"}\n`);
  }

  #unread(name: string, error: unknown): void {
    const { options, invocation } = this.#call;
    const isMissing = error instanceof FileError && error.code === "ENOENT";
    if (isMissing && options.has("ignoreMissing")) return;
    this.#tally.unread += 1;
    complainOf(invocation, name, error);
    if (!options.has("status")) {
      invocation.stdout.write(`${quotedName(name)}: FAILED open or read\n`);
    }
  }

  #sumUp(): void {
    const { malformed, unread, failed } = this.#tally;
    const say = (count: number, words: string): void => {
      if (count > 0) complain(this.#call.invocation, words);
    };
    say(
      malformed,
      counted(malformed, "line is improperly formatted", "lines are improperly formatted"),
    );
    say(unread, counted(unread, "listed file could not be read", "listed files could not be read"));
    const did = "did NOT match";
    say(failed, counted(failed, `computed checksum ${did}`, `computed checksums ${did}`));
  }
}

const quotedName = (name: string): string =>
  name.includes("\n") ? `\\${name.replaceAll("\n", "\\n")}` : name;

const isDirectory = (error: unknown): boolean =>
  error instanceof FileError && error.code === "EISDIR";

/** The text of a list; says why there is none. */
function* listText(call: ChecksumCall, list: string, checks: Checks): Running<string | undefined> {
  const { invocation } = call;
  try {
    const bytes = yield* readBounded(invocation, openInput(invocation, list));
    return Buffer.from(bytes).toString();
  } catch (error) {
    if (!isDirectory(error)) complainOf(invocation, list, error);
    else if (checks.unreadable === "stops") return "";
    else complain(invocation, `${quotedIfNeeded(list)}: read error`);
    return undefined;
  }
}

/** `md5sum -c`: whether all that is listed is as it was. */
export function* checkLists(call: ChecksumCall, checks: Checks): Running<number> {
  const { options } = call;
  let status = 0;
  for (const list of options.operands.length === 0 ? ["-"] : options.operands) {
    const text = yield* listText(call, list, checks);
    if (text === undefined && checks.unreadable === "stops") return STOPPED;
    const name = list === "-" ? checks.standardInput : quotedIfNeeded(list);
    const isGood = text !== undefined && (yield* new Check(call, checks, name).all(text));
    if (!isGood) status = 1;
  }
  return status;
}
