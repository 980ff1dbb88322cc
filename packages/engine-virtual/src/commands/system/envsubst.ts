import type { Running } from "../command.ts";
import { type Call, defineCommand } from "../define-command.ts";
import { CommandError } from "../options.ts";
import { readAll } from "../inputs.ts";
import { bytesOf } from "../byte-string.ts";

const OPTIONS = { variables: "-v --variables" } as const;

const REFERENCE = /\$(?:([A-Za-z_]\w*)|\{([A-Za-z_]\w*)\})/g;

const namesIn = (text: string): readonly string[] =>
  Array.from(text.matchAll(REFERENCE), ([, bare, braced]) => bare ?? braced ?? "");

function* run({ invocation, options }: Call<keyof typeof OPTIONS>): Running<number> {
  const [format, extra] = options.operands;
  if (extra !== undefined) throw new CommandError("too many arguments");
  if (options.has("variables")) {
    if (format === undefined) throw new CommandError("missing arguments");
    invocation.stdout.write(
      namesIn(format)
        .map((name) => `${name}\n`)
        .join(""),
    );
    return 0;
  }
  const wanted = format === undefined ? undefined : new Set(namesIn(format));
  const text = Buffer.from(yield* readAll(invocation.stdin)).toString("latin1");
  yield;
  const made = text.replaceAll(REFERENCE, (all, bare?: string, braced?: string) => {
    const name = bare ?? braced ?? "";
    if (wanted?.has(name) === false) return all;
    return bytesOf(invocation.env.get(name) ?? "");
  });
  invocation.stdout.write(Buffer.from(made, "latin1"));
  return 0;
}

export const envsubst = defineCommand({
  name: "envsubst",
  description: "Put the values of exported variables in the place of their names",
  usage: "[OPTION] [SHELL-FORMAT]",
  options: OPTIONS,
  run,
});
