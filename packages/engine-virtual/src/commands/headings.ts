import { FileError } from "../files/errors.ts";
import type { Invocation } from "./command.ts";
import type { Call } from "./define-command.ts";
import { complainOfReading } from "./inputs.ts";

/** The lines `==> file <==` of head and tail, where more than one file is shown. */
export class Headings {
  readonly #call: Call<"quiet" | "verbose">;
  #shown: string | undefined;

  constructor(call: Call<"quiet" | "verbose">) {
    this.#call = call;
  }

  /** A directory can be opened, and not read: its heading is there. */
  readonly complain = (invocation: Invocation, operand: string, error: unknown): void => {
    if (error instanceof FileError && error.code === "EISDIR") this.show(operand);
    complainOfReading(invocation, operand, error);
  };

  /** Where another file was shown last. */
  showChange(operand: string): void {
    if (operand !== this.#shown) this.show(operand);
  }

  show(operand: string): void {
    const { options, invocation } = this.#call;
    const last = options.last("quiet", "verbose");
    if (last === undefined ? options.operands.length < 2 : last === "quiet") return;
    const name = operand === "-" ? "standard input" : operand;
    invocation.stdout.write(`${this.#shown === undefined ? "" : "\n"}==> ${name} <==\n`);
    this.#shown = operand;
  }
}
