import type { Running } from "../command.ts";
import type { Call } from "../define-command.ts";
import { defineCommand } from "../define-command.ts";
import { encodeText } from "../../shell/text.ts";

const PIECE = 8192;

/** Until nobody reads any more, or a limit ends it. */
function* run({ invocation, options }: Call<never>): Running<number> {
  const line = `${options.operands.length === 0 ? "y" : options.operands.join(" ")}\n`;
  const piece = encodeText(line.repeat(Math.max(1, Math.ceil(PIECE / line.length))));
  for (;;) {
    invocation.stdout.write(piece);
    yield;
  }
}

export const yes = defineCommand<never>({
  name: "yes",
  description: "Print a line over and over",
  usage: "[STRING]...",
  options: {},
  run,
});
