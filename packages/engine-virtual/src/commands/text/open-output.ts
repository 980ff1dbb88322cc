import { Buffer } from "node:buffer";

import { FileError } from "../../files/errors.ts";
import { encodeText } from "../../shell/text.ts";
import type { Invocation, Output } from "../command.ts";

export interface OpenOutput extends Output {
  close(): void;
}

const shared = (output: Output): OpenOutput => ({
  write: (content) => output.write(content),
  close: () => undefined,
});

function standardOutput(invocation: Invocation, operand: string): Output | undefined {
  const path = invocation.resolve(operand);
  const { files } = invocation;
  if (!files.exists(path)) return undefined;
  const { descriptor, kind } = files.stat(path);
  if (kind === "directory") throw new FileError("EISDIR", operand);
  if (descriptor === undefined) return undefined;
  const { stdout, stderr, outputDescriptor } = invocation;
  const output = [undefined, stdout, stderr][descriptor] ?? outputDescriptor(descriptor);
  if (output === undefined) throw new FileError("ENXIO", operand);
  return output;
}

function openFile(invocation: Invocation, path: string, append: boolean): OpenOutput {
  const file = invocation.files.open(path, {
    ...{ write: true, create: true, append, truncate: !append },
    mode: 0o666 & ~invocation.umask,
  });
  return {
    write: (content) => {
      file.write(typeof content === "string" ? encodeText(content) : Buffer.from(content));
    },
    close: () => file.close(),
  };
}

/** A file that a command writes by its name, `/dev/stdout` and `/dev/stderr` among them. */
export function openOutput(
  invocation: Invocation,
  operand: string,
  { append = false }: { readonly append?: boolean } = {},
): OpenOutput {
  const standard = standardOutput(invocation, operand);
  if (standard === undefined) return openFile(invocation, invocation.resolve(operand), append);
  // By the name of a descriptor its file is opened once more, and emptied; a pipe is shared.
  const { path } = standard;
  if (path !== undefined && invocation.files.exists(path)) {
    return openFile(invocation, path, append);
  }
  return shared(standard);
}
