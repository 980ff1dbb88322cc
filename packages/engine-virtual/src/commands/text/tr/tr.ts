import type { Running } from "../../command.ts";
import type { Call } from "../../define-command.ts";
import { defineCommand } from "../../define-command.ts";
import { UsageError } from "../../options.ts";
import { localeQuoted } from "../../quote.ts";
import { bytesOf } from "../../byte-string.ts";
import { parseSet } from "./parse-set.ts";
import { bytesIn, complementOf, translationOf } from "./translation.ts";

const OPTIONS = {
  complement: "-c -C --complement",
  delete: "-d --delete",
  squeeze: "-s --squeeze-repeats",
  truncate: "-t --truncate-set1",
} as const;

type TrCall = Call<keyof typeof OPTIONS>;

const DELETING = "Two strings must be given when both deleting and squeezing repeats.";
const TRANSLATING = "Two strings must be given when translating.";
const ONLY_ONE = "Only one string may be given when deleting without squeezing repeats.";

function checkOperands({ options }: TrCall): void {
  const [first, second, third] = options.operands;
  const deletes = options.has("delete");
  const squeezes = options.has("squeeze");
  if (first === undefined) throw new UsageError("missing operand");
  if (second === undefined && deletes === squeezes) {
    const words = `missing operand after ${localeQuoted(first)}`;
    throw new UsageError(`${words}\n${deletes ? DELETING : TRANSLATING}`);
  }
  if (second !== undefined && deletes && !squeezes) {
    throw new UsageError(`extra operand ${localeQuoted(second)}\n${ONLY_ONE}`);
  }
  if (third !== undefined) throw new UsageError(`extra operand ${localeQuoted(third)}`);
}

/** What happens to each byte: whether it goes, what it becomes, and whether only the first of a row stays. */
interface Plan {
  readonly deleted: Uint8Array | undefined;
  readonly table: Uint8Array | undefined;
  readonly squeezed: Uint8Array | undefined;
}

function marks(bytes: readonly number[]): Uint8Array {
  const table = new Uint8Array(256);
  for (const byte of bytes) table[byte] = 1;
  return table;
}

function planOf(call: TrCall): Plan {
  checkOperands(call);
  const { options } = call;
  const [one = "", other] = options.operands;
  const first = parseSet(bytesOf(one), false);
  const second = other === undefined ? undefined : parseSet(bytesOf(other), true);
  const isComplement = options.has("complement");
  const held = isComplement ? complementOf(bytesIn(first)) : bytesIn(first);
  const deletes = options.has("delete");
  const truncates = options.has("truncate");
  const squeezedSet = second === undefined ? held : bytesIn(second, held.length);
  return {
    deleted: deletes ? marks(held) : undefined,
    table:
      deletes || second === undefined
        ? undefined
        : translationOf({ first, second, isComplement, truncates }),
    squeezed: options.has("squeeze") ? marks(squeezedSet) : undefined,
  };
}

/** Works chunk by chunk; a row of equal bytes goes on from one to the next. */
class Translator {
  readonly #plan: Plan;
  #last = -1;

  constructor(plan: Plan) {
    this.#plan = plan;
  }

  write(chunk: Uint8Array): Uint8Array {
    const { deleted, table, squeezed } = this.#plan;
    const written = new Uint8Array(chunk.length);
    let length = 0;
    for (const read of chunk) {
      if (deleted?.[read] === 1) continue;
      const byte = table?.[read] ?? read;
      if (byte === this.#last && squeezed?.[byte] === 1) continue;
      this.#last = byte;
      written[length] = byte;
      length += 1;
    }
    return written.subarray(0, length);
  }
}

const PIECE = 65_536;

function* run(call: TrCall): Running<number> {
  const translator = new Translator(planOf(call));
  const { stdin, stdout } = call.invocation;
  for (let chunk = yield* stdin.read(); chunk !== undefined; chunk = yield* stdin.read()) {
    for (let at = 0; at < chunk.length; at += PIECE) {
      stdout.write(translator.write(chunk.subarray(at, at + PIECE)));
      yield;
    }
  }
  return 0;
}

export const tr = defineCommand({
  name: "tr",
  description: "Translate, squeeze, or delete characters from standard input",
  usage: "[OPTION]... STRING1 [STRING2]",
  options: OPTIONS,
  stopsAtOperand: true,
  run,
});
