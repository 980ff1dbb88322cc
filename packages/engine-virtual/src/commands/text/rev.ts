import { FileError } from "../../files/errors.ts";
import { decodeText, encodeText } from "../../shell/text.ts";
import type { Invocation } from "../command.ts";
import { complain, defineCommand } from "../define-command.ts";
import { eachInput } from "../inputs.ts";
import { editLines } from "./each-line.ts";

const NOT_ASCII = /[^\0-\x7f]/;

/** Character by character, whatever bytes they have. */
function reversed(line: string): string {
  if (!NOT_ASCII.test(line)) return Array.from(line).reverse().join("");
  const text = decodeText(Buffer.from(line, "latin1"));
  const back = Array.from(text).toReversed().join("");
  return Buffer.from(encodeText(back)).toString("latin1");
}

function complaint(invocation: Invocation, operand: string, error: unknown): void {
  if (!(error instanceof FileError)) throw error;
  const words = error.code === "EISDIR" ? `${operand}: 0` : `cannot open ${operand}`;
  complain(invocation, `${words}: ${error.message}`);
}

export const rev = defineCommand({
  name: "rev",
  description: "Reverse lines characterwise",
  usage: "[options] [file ...]",
  options: {},
  *run(call) {
    const { stdout } = call.invocation;
    const edit = (line: string, isCut: boolean): string => reversed(line) + (isCut ? "" : "\n");
    const work = function* ({ input }: Parameters<Parameters<typeof eachInput>[1]>[0]) {
      yield* editLines({ input, output: stdout, end: "\n", edit });
      return 0;
    };
    return yield* eachInput(call, work, complaint);
  },
});
