import type { Address, SedCommand } from "./script.ts";

/** What an address is judged by. */
export interface Place {
  readonly lineNumber: number;
  readonly isLast: boolean;
  matches(address: Extract<Address, { kind: "expression" }>): boolean;
}

/** Up to which line a range goes on; "open" until its second address matches. */
type Range = number | "open" | undefined;

function isAt(address: Address, place: Place): boolean {
  switch (address.kind) {
    case "line":
      return place.lineNumber === address.line;
    case "last":
      return place.isLast;
    case "step": {
      const { first, step } = address;
      return place.lineNumber >= first && (place.lineNumber - first) % step === 0;
    }
    case "expression":
      return place.matches(address);
    default:
      return false;
  }
}

/** Where a range ends that starts here. */
function endOf(second: Address, line: number): Range {
  switch (second.kind) {
    case "line":
      return second.line;
    case "plus":
      return line + second.count;
    case "multiple":
      return second.of > 0 ? line - (line % second.of) + second.of : line;
    default:
      return "open";
  }
}

const isZero = ({ first }: SedCommand): boolean => first?.kind === "line" && first.line === 0;

/** Which commands are meant at a line, and which of their ranges go on. */
export class Ranges {
  readonly #commands: readonly SedCommand[];
  #ranges: Range[];

  constructor(commands: readonly SedCommand[]) {
    this.#commands = commands;
    this.#ranges = commands.map((command) => (isZero(command) ? "open" : undefined));
  }

  /** For the next of several files that are edited each for itself. */
  reset(): void {
    this.#ranges = this.#commands.map((command) => (isZero(command) ? "open" : undefined));
  }

  goesOn(index: number): boolean {
    return this.#ranges[index] !== undefined;
  }

  selects(index: number, command: SedCommand, place: Place): boolean {
    const { first, second, negated } = command;
    if (first === undefined) return !negated;
    const isSelected =
      second === undefined ? isAt(first, place) : this.#isWithin(index, [first, second], place);
    return isSelected !== negated;
  }

  #isWithin(index: number, [first, second]: readonly [Address, Address], place: Place): boolean {
    const range = this.#ranges[index];
    if (range === undefined) return this.#starts(index, [first, second], place);
    if (range === "open") {
      if (isAt(second, place)) this.#ranges[index] = undefined;
      return true;
    }
    if (place.lineNumber >= range) this.#ranges[index] = undefined;
    return place.lineNumber <= range;
  }

  #starts(index: number, [first, second]: readonly [Address, Address], place: Place): boolean {
    if (!isAt(first, place)) return false;
    const end = endOf(second, place.lineNumber);
    this.#ranges[index] = typeof end === "number" && end <= place.lineNumber ? undefined : end;
    return true;
  }
}
