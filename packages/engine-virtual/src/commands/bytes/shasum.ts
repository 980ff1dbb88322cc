import type { Running } from "../command.ts";
import { type Call, defineCommand } from "../define-command.ts";
import { CommandError } from "../options.ts";
import { CHECKSUM_OPTIONS } from "./checksum-options.ts";
import { runChecksum } from "./checksum.ts";
import { type Digest, DIGESTS } from "./digests.ts";

const OPTIONS = {
  ...CHECKSUM_OPTIONS,
  algorithm: "-a --algorithm=ALGORITHM",
  quiet: "-q --quiet",
  status: "-s --status",
  zero: "--zero",
} as const;

const BY_ALGORITHM: Readonly<Record<string, Digest>> = {
  1: DIGESTS.sha1sum,
  224: DIGESTS.sha224sum,
  256: DIGESTS.sha256sum,
  384: DIGESTS.sha384sum,
  512: DIGESTS.sha512sum,
};

function digestFor({ options }: Call<keyof typeof OPTIONS>): Digest {
  const asked = options.value("algorithm") ?? "1";
  const digest = BY_ALGORITHM[asked];
  if (digest !== undefined) return digest;
  const isThere = asked === "512224" || asked === "512256";
  throw new CommandError(isThere ? `not supported: -a ${asked}` : `Unrecognized algorithm${HINT}`);
}

const HINT = "\nType shasum -h for help";

function refuseWrongUse({ options }: Call<keyof typeof OPTIONS>): void {
  if (options.has("binary") && options.has("text")) {
    throw new CommandError(`Ambiguous file mode${HINT}`);
  }
  if (options.has("check")) return;
  const one = (["warn", "status", "quiet", "ignoreMissing", "strict"] as const).find((key) =>
    options.has(key),
  );
  if (one === undefined) return;
  const name = OPTIONS[one].split(" ").at(-1) ?? "";
  throw new CommandError(`${name} option used only when verifying checksums${HINT}`);
}

function* run(call: Call<keyof typeof OPTIONS>): Running<number> {
  const digest = digestFor(call);
  refuseWrongUse(call);
  // What is checked says by its length what it is.
  const digests = [digest, ...Object.values(BY_ALGORITHM)];
  return yield* runChecksum(call, {
    digest,
    checks: {
      digests,
      kind: "SHA ",
      tag: "SHA",
      standardInput: "standard input",
      unreadable: "stops",
    },
  });
}

export const shasum = defineCommand({
  name: "shasum",
  description: "Print or check SHA checksums",
  usage: "[OPTION]... [FILE]...",
  options: OPTIONS,
  run,
});
