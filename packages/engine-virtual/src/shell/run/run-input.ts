import type { Running } from "../../commands/command.ts";
import type { Shell } from "../shell.ts";
import { decodeText } from "../text.ts";
import { endOfLines, LinesAhead, type PieceAhead } from "./lines-ahead.ts";

type RunText = (shell: Shell, text: string, firstLine: number) => Running<number>;

/** How many bytes are read as a script at first: what is behind a `read` is read once more. */
const FEW = 2048;

/** No command is longer: the parser takes fewer characters. */
const MOST = 524_288;

/**
 * Runs the script that stands on standard input. Before each line what is behind it is left there, and what a
 * command reads of it is no script any more.
 */
export function* runInput(shell: Shell, run: RunText): Running<number> {
  const reading = new Reading(shell, run);
  let size = FEW;
  let rest = yield* restOf(shell);
  while (rest.length > 0 && shell.unwinding === undefined) {
    yield;
    const ahead = new LinesAhead(rest, size);
    const left = yield* reading.lines(ahead, rest);
    if (left === rest && (ahead.isAll || size >= MOST)) return yield* reading.refused(ahead, rest);
    // The longer the command, or what nobody else has read of, the more is read at once.
    size = left === rest || !reading.isDisturbed ? Math.min(size * 4, MOST) : FEW;
    rest = left;
  }
  return reading.status;
}

class Reading {
  readonly #shell: Shell;
  readonly #run: RunText;
  #firstLine = 1;
  status = 0;
  /** Whether something else was left behind the last line than was there. */
  isDisturbed = false;

  constructor(shell: Shell, run: RunText) {
    this.#shell = shell;
    this.#run = run;
  }

  /** Up to where something else is left than was there; gives what is. */
  *lines(ahead: LinesAhead, bytes: Uint8Array): Running<Uint8Array> {
    let rest = bytes;
    for (const piece of ahead.pieces()) {
      rest = yield* this.run(piece, rest);
      if (this.isDisturbed || this.#shell.unwinding !== undefined) return rest;
    }
    return rest;
  }

  /** What cannot be read is not run: that is said, and nothing behind it is. */
  *refused(ahead: LinesAhead, bytes: Uint8Array): Running<number> {
    // Too long a command is so with all that belongs to it: a part of it may be a script as well.
    const text = ahead.isAll ? ahead.text : decodeText(bytes.subarray(0, MOST));
    yield* this.run({ text, hasCommands: true }, bytes);
    return this.status;
  }

  /** Runs the first lines while the rest is on standard input; gives what is there then. */
  *run({ text, hasCommands }: PieceAhead, bytes: Uint8Array): Running<Uint8Array> {
    const rest = bytes.subarray(endOfLines(bytes, text));
    const input = this.#shell.channels[0]?.input;
    input?.giveBack(rest);
    const status = yield* this.#run(this.#shell, text, this.#firstLine);
    if (hasCommands) this.status = status;
    this.#firstLine += text.split("\n").length - 1;
    if (this.#shell.unwinding !== undefined) return rest;
    const isSame = this.#shell.channels[0]?.input === input;
    this.isDisturbed = !isSame || input?.takeBack(rest) === false;
    return this.isDisturbed ? yield* restOf(this.#shell) : rest;
  }
}

function* restOf(shell: Shell): Running<Uint8Array> {
  const found = yield* shell.channels[0]?.input?.readUntil(undefined) ?? nothing();
  return found.bytes;
}

function* nothing(): Running<{ readonly bytes: Uint8Array }> {
  yield;
  return { bytes: new Uint8Array(0) };
}
