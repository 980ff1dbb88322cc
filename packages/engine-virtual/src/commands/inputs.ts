import { FileError } from "../files/errors.ts";
import type { OpenFile } from "../files/files.ts";
import type { Input, Invocation, Running } from "./command.ts";
import type { Call } from "./define-command.ts";
import { complain } from "./define-command.ts";
import { quoted, quotedIfNeeded } from "./quote.ts";

function* readFrom(file: OpenFile): Running<Uint8Array | undefined> {
  yield;
  return file.read();
}

/** What is read from an open file. */
export const inputOf = (file: OpenFile, size?: number): Input => ({
  ...(size === undefined ? {} : { size }),
  read: () => readFrom(file),
});

function descriptorInput(invocation: Invocation, number: number, operand: string): Input {
  const input = number === 0 ? invocation.stdin : invocation.descriptor(number);
  if (input === undefined) throw new FileError("ENXIO", operand);
  const { files } = invocation;
  // By the name of a descriptor its file is opened once more, from its start on; a pipe is shared.
  if (input.path === undefined || !files.exists(input.path)) return input;
  return inputOf(files.open(input.path, { read: true }), files.stat(input.path).size);
}

/** No more than is there now: who appends to the file that it reads would never come to its end. */
function upTo(input: Input, size: number): Input {
  let left = size;
  return {
    size,
    *read() {
      const chunk = left > 0 ? yield* input.read() : undefined;
      const part = chunk?.subarray(0, left);
      left -= part?.length ?? 0;
      return part;
    },
  };
}

/** What an operand names: standard input for `-`, a descriptor's file below `/dev`, or a file. */
export function openInput(invocation: Invocation, operand: string): Input {
  if (operand === "-") return invocation.stdin;
  const path = invocation.resolve(operand);
  const { kind, size, descriptor } = invocation.files.stat(path);
  if (descriptor !== undefined) return descriptorInput(invocation, descriptor, operand);
  const file = invocation.files.open(path, { read: true });
  if (kind !== "file") return inputOf(file);
  const isOwn = invocation.stdout.path !== undefined && isOwnOutput(invocation, operand);
  return isOwn ? upTo(inputOf(file, size), size) : inputOf(file, size);
}

/** All that is still to come. */
export function* readAll(input: Input): Running<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let chunk = yield* input.read();
  while (chunk !== undefined) {
    chunks.push(chunk);
    chunk = yield* input.read();
  }
  const [first] = chunks;
  return chunks.length === 1 && first !== undefined ? first : Buffer.concat(chunks);
}

export interface NamedInput {
  readonly operand: string;
  readonly input: Input;
}

/** Whether standard output goes to the very file that is read. */
export function isOwnOutput(invocation: Invocation, operand: string): boolean {
  const { files, resolve, stdin, stdout } = invocation;
  if (stdout.path === undefined) return false;
  return stdout.path === (operand === "-" ? stdin.path : files.realPath(resolve(operand)));
}

/** Says why a file cannot be used, as in `cat: x: No such file or directory`; other errors go on. */
export function complainOf(invocation: Invocation, operand: string, error: unknown): void {
  if (!(error instanceof FileError)) throw error;
  complain(invocation, `${quotedIfNeeded(operand)}: ${error.message}`);
}

/** Says why an input cannot be used; where it throws, the rest is left. */
export type Complaint = (invocation: Invocation, operand: string, error: unknown) => void;

/** As head and tail say it. */
export function complainOfReading(invocation: Invocation, operand: string, error: unknown): void {
  if (!(error instanceof FileError)) throw error;
  const { code, message } = error;
  const name = operand === "-" ? "'standard input'" : quoted(operand);
  const words = code === "EISDIR" ? `error reading ${name}` : `cannot open ${name} for reading`;
  complain(invocation, `${words}: ${message}`);
}

/** Does something with each operand (standard input where there is none); 1 where one cannot be read. */
export function* eachInput(
  { invocation, options }: Call,
  work: (named: NamedInput) => Running<number>,
  complaint: Complaint = complainOf,
): Running<number> {
  let status = 0;
  const operands = options.operands.length === 0 ? ["-"] : options.operands;
  for (const operand of operands) {
    try {
      status = Math.max(status, yield* work({ operand, input: openInput(invocation, operand) }));
    } catch (error) {
      complaint(invocation, operand, error);
      status = Math.max(status, 1);
    }
  }
  return status;
}
