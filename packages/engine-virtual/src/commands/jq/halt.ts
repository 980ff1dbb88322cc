import type { Json } from "./json.ts";

/** `halt` and `halt_error`: the program ends, with what it says. */
export class HaltError extends Error {
  override readonly name = "HaltError";
  readonly status: number;
  readonly value: Json | undefined;

  constructor(status: number, value: Json | undefined) {
    super("halt");
    this.status = status;
    this.value = value;
  }
}
