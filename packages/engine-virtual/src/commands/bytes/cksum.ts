import { apart } from "../option-words.ts";
import type { Input, Running } from "../command.ts";
import type { Call } from "../define-command.ts";
import { defineCommand } from "../define-command.ts";
import { eachInput } from "../inputs.ts";
import { plainLine, taggedLine } from "./checksum-lines.ts";
import { crcOf } from "./crc.ts";
import { OLD_SUMS, oldSumOf } from "./old-sums.ts";
import { type Digest, digestOf, DIGESTS } from "./digests.ts";

const OPTIONS = {
  algorithm: "-a --algorithm=TYPE",
  untagged: "--untagged",
} as const;

/** By the names of `-a`; the rest of GNU's are refused. */
const ALGORITHMS: ReadonlyMap<string, Digest | undefined> = new Map<string, Digest | undefined>([
  ...["bsd", "sysv", "crc"].map((name) => [name, undefined] as const),
  ...Object.entries(DIGESTS).map(([name, digest]) => [name.replace("sum", ""), digest] as const),
  ["blake2b", DIGESTS.b2sum],
]);

function* run(call: Call<keyof typeof OPTIONS>): Running<number> {
  const { invocation, options } = call;
  const algorithm = options.value("algorithm") ?? "crc";
  const digest = ALGORITHMS.get(algorithm);
  return yield* eachInput(call, function* ({ operand, input }) {
    if (digest === undefined) {
      const sum = yield* sumOf(input, algorithm);
      const name = options.operands.length === 0 ? "" : ` ${operand}`;
      invocation.stdout.write(`${sum}${name}\n`);
      return 0;
    }
    const listed = { digest: yield* digestOf(input, digest), name: operand };
    const isPlain = options.has("untagged");
    const line = isPlain ? plainLine(listed, false) : taggedLine(listed, digest.tag);
    invocation.stdout.write(`${line}\n`);
    return 0;
  });
}

function* sumOf(input: Input, algorithm: string): Running<string> {
  const old = OLD_SUMS[algorithm];
  if (old !== undefined) return yield* oldSumOf(input, old);
  const { crc, length } = yield* crcOf(input);
  return `${crc} ${length}`;
}

export const cksum = defineCommand({
  name: "cksum",
  description: "Print a checksum and the number of bytes of each file",
  usage: "[OPTION]... [FILE]...",
  options: OPTIONS,
  words: { algorithm: apart([...ALGORITHMS.keys()]) },
  run,
});
