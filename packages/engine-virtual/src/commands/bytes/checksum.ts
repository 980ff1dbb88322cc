import type { Command, Running } from "../command.ts";
import { defineCommand } from "../define-command.ts";
import { eachInput } from "../inputs.ts";
import { UsageError } from "../options.ts";
import { type Checks, checkLists } from "./checksum-check.ts";
import { plainLine, taggedLine } from "./checksum-lines.ts";
import { CHECKSUM_OPTIONS, type ChecksumCall } from "./checksum-options.ts";
import { type Digest, digestOf, DIGESTS } from "./digests.ts";

/** Options that only mean something where lists are checked. */
const ONLY_CHECKING = ["ignoreMissing", "status", "warn", "quiet", "strict"] as const;

function refuseWrongUse({ options }: ChecksumCall): void {
  const isChecking = options.has("check");
  for (const key of ONLY_CHECKING) {
    if (!options.has(key) || isChecking) continue;
    const name = CHECKSUM_OPTIONS[key].split(" ").at(-1) ?? "";
    throw new UsageError(`the ${name} option is meaningful only when verifying checksums`);
  }
  if (options.has("tag") && isChecking) {
    throw new UsageError("the --tag option is meaningless when verifying checksums");
  }
}

export function* runChecksum(
  call: ChecksumCall,
  { checks, digest }: { readonly digest: Digest; readonly checks: Checks },
): Running<number> {
  const { invocation, options } = call;
  if (options.has("check")) return yield* checkLists(call, checks);
  const end = options.has("zero") ? "\0" : "\n";
  const isBinary = options.last("binary", "text") === "binary";
  return yield* eachInput(call, function* ({ operand, input }) {
    const listed = { digest: yield* digestOf(input, digest), name: operand };
    const line = options.has("tag") ? taggedLine(listed, digest.tag) : plainLine(listed, isBinary);
    invocation.stdout.write(line + end);
    return 0;
  });
}

const hashCommand = (name: keyof typeof DIGESTS): Command =>
  defineCommand({
    name,
    description: `Print or check ${DIGESTS[name].tag} checksums`,
    usage: "[OPTION]... [FILE]...",
    options: CHECKSUM_OPTIONS,
    run: (call) => {
      refuseWrongUse(call);
      return runChecksum(call, {
        digest: DIGESTS[name],
        checks: {
          digests: [DIGESTS[name]],
          kind: "",
          tag: DIGESTS[name].tag,
          standardInput: "'standard input'",
          unreadable: "goes on",
        },
      });
    },
  });

export const b2sum = hashCommand("b2sum");
export const md5sum = hashCommand("md5sum");
export const sha1sum = hashCommand("sha1sum");
export const sha224sum = hashCommand("sha224sum");
export const sha256sum = hashCommand("sha256sum");
export const sha384sum = hashCommand("sha384sum");
export const sha512sum = hashCommand("sha512sum");
