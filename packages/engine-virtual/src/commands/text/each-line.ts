import type { Input, Output, Running } from "../command.ts";
import { ByteWriter } from "./byte-writer.ts";
import { LineReader } from "./lines.ts";

/** How the lines of an input become other text; what it gives is written. */
export interface LineEdit {
  readonly input: Input;
  readonly output: Output;
  /** What ends a line. */
  readonly end: string;
  /** The text for a line, which comes without its end; `isCut` where it had none. */
  readonly edit: (line: string, isCut: boolean) => string | Running<string>;
}

/** Edits line by line. */
export function* editLines({ input, output, end, edit }: LineEdit): Running<void> {
  const reader = new LineReader(input, end);
  const writer = new ByteWriter(output);
  for (let lines = yield* reader.next(); lines !== undefined; lines = yield* reader.next()) {
    for (const line of lines) {
      const edited = edit(line, reader.isCut);
      writer.add(typeof edited === "string" ? edited : yield* edited);
    }
    writer.flush();
    yield;
  }
}
