import { FileError } from "../../files/errors.ts";
import type { OpenFile } from "../../files/files.ts";
import { decodeText, encodeText } from "../../shell/text.ts";
import type { Input, Invocation, Output, Running } from "../command.ts";
import { openInput } from "../inputs.ts";
import { AwkError } from "./awk-error.ts";
import { RecordReader } from "./record-reader.ts";

/** How much is kept before it is written. */
const FULL = 65_536;

/** What a command may print or be given, in characters. */
const MOST = 256 * 1024 * 1024;

const STANDARD_OUTPUT = new Set(["-", "/dev/stdout", "/dev/fd/1"]);

/** Somewhere that `print` goes to. */
interface Sink {
  text: string;
  readonly write: (text: string) => void;
  readonly close?: () => void;
  /** What reads it, once it is closed. */
  readonly command?: string;
}

class Captured implements Output {
  readonly #chunks: Uint8Array[] = [];
  #size = 0;

  write(content: Uint8Array | string): void {
    const bytes = typeof content === "string" ? encodeText(content) : content.slice();
    this.#size += bytes.length;
    if (this.#size > MOST) throw new AwkError("a command prints too much");
    this.#chunks.push(bytes);
  }

  input(): Input {
    return inputOf(Buffer.concat(this.#chunks));
  }
}

function inputOf(bytes: Uint8Array): Input {
  let isRead = false;
  return {
    *read() {
      if (isRead) return undefined;
      yield;
      isRead = true;
      return bytes;
    },
  };
}

/** The files and commands that a program reads and writes, by their names. */
export class Streams {
  readonly #invocation: Invocation;
  readonly #sinks = new Map<string, Sink>();
  readonly #files = new Map<string, RecordReader>();
  readonly #commands = new Map<string, { reader: RecordReader; status: number }>();
  #pending = "";

  constructor(invocation: Invocation) {
    this.#invocation = invocation;
  }

  get isFull(): boolean {
    return this.#pending.length >= FULL;
  }

  /** To standard output. */
  print(text: string): void {
    this.#pending += text;
  }

  flush(): void {
    const text = this.#pending;
    if (text === "") return;
    this.#pending = "";
    this.#invocation.stdout.write(text);
  }

  flushAll(): void {
    this.flush();
    for (const sink of this.#sinks.values()) this.#flushSink(sink);
  }

  /** What is kept for one of them; whether it is open. */
  flushOne(name: string): boolean {
    const sink = this.#sinks.get(name);
    if (sink === undefined) return this.#files.has(name) || this.#commands.has(name);
    this.#flushSink(sink);
    return true;
  }

  #flushSink(sink: Sink): void {
    if (sink.command !== undefined || sink.text === "") return;
    const { text } = sink;
    sink.text = "";
    sink.write(text);
  }

  printTo(kind: ">" | ">>" | "|", name: string, text: string): void {
    if (kind !== "|" && STANDARD_OUTPUT.has(name)) {
      this.print(text);
      return;
    }
    let sink = this.#sinks.get(name);
    if (sink === undefined) {
      sink = kind === "|" ? this.#commandSink(name) : this.#fileSink(name, kind === ">>");
      this.#sinks.set(name, sink);
    }
    sink.text += text;
    if (sink.command === undefined && sink.text.length >= FULL) this.#flushSink(sink);
    else if (sink.text.length > MOST) throw new AwkError(`too much is printed to "${name}"`);
  }

  #commandSink(command: string): Sink {
    // As where a process is started: what was printed before it comes first.
    this.flush();
    return { text: "", command, write: () => undefined };
  }

  #fileSink(name: string, append: boolean): Sink {
    const { files, resolve, stderr, umask } = this.#invocation;
    if (name === "/dev/stderr" || name === "/dev/fd/2") {
      return { text: "", write: (text) => stderr.write(text) };
    }
    const how = { write: true, create: true, append, truncate: !append, mode: 0o666 & ~umask };
    const file = this.#open(name, () => files.open(resolve(name), how));
    return {
      text: "",
      write: (text) => file.write(encodeText(text)),
      close: () => file.close(),
    };
  }

  #open(name: string, open: () => OpenFile): OpenFile {
    try {
      return open();
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      throw new AwkError(`cannot open "${name}" for output (${error.message})`);
    }
  }

  /** `undefined` where there is no such file. */
  file(name: string): RecordReader | undefined {
    const known = this.#files.get(name);
    if (known !== undefined) return known;
    this.flushAll();
    try {
      const reader = new RecordReader(openInput(this.#invocation, name));
      this.#files.set(name, reader);
      return reader;
    } catch (error) {
      if (error instanceof FileError) return undefined;
      throw error;
    }
  }

  /** What a command prints; it is run to its end first. */
  *command(command: string): Running<RecordReader> {
    const known = this.#commands.get(command);
    if (known !== undefined) return known.reader;
    this.flushAll();
    const stdout = new Captured();
    const status = yield* this.#run(command, { stdout });
    const reader = new RecordReader(stdout.input());
    this.#commands.set(command, { reader, status });
    return reader;
  }

  *system(command: string): Running<number> {
    this.flushAll();
    return yield* this.#run(command, {});
  }

  #run(command: string, io: { stdin?: Input; stdout?: Output }): Running<number> {
    return this.#invocation.runCommand(["sh", "-c", command], io);
  }

  /** What `close` gives: a command's status, 0 for a file, -1 where nothing of that name is open. */
  *close(name: string): Running<number> {
    const command = this.#commands.get(name);
    if (command !== undefined) {
      this.#commands.delete(name);
      return command.status;
    }
    const sink = this.#sinks.get(name);
    if (sink === undefined) return this.#files.delete(name) ? 0 : -1;
    this.#sinks.delete(name);
    return yield* this.#closeSink(sink);
  }

  *#closeSink(sink: Sink): Running<number> {
    if (sink.command !== undefined) {
      const stdin = inputOf(encodeText(sink.text));
      return yield* this.#run(sink.command, { stdin });
    }
    this.#flushSink(sink);
    sink.close?.();
    return 0;
  }

  /** At the end of the program: what commands print comes before what is still kept. */
  *closeAll(): Running<void> {
    for (const name of [...this.#sinks.keys()]) yield* this.close(name);
    this.flush();
  }

  /** However it ended: files are closed, and no command runs any more. */
  abandon(): void {
    for (const { close } of this.#sinks.values()) close?.();
    this.#sinks.clear();
  }
}

/** What is said of a file that is no input: a directory can be opened, and not read. */
export const cannotRead = (path: string, { code }: FileError): string =>
  code === "EISDIR" ? "read error" : `cannot open ${path}`;

/** A program's text, from a file. */
export function* readText(input: Input): Running<string> {
  const chunks: Uint8Array[] = [];
  for (let chunk = yield* input.read(); chunk !== undefined; chunk = yield* input.read()) {
    chunks.push(chunk);
  }
  return decodeText(Buffer.concat(chunks));
}
