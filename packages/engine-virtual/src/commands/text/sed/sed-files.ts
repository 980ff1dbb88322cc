import { FileError } from "../../../files/errors.ts";
import type { Invocation, Running } from "../../command.ts";
import { openInput, readAll } from "../../inputs.ts";
import { CommandError } from "../../options.ts";
import { LineReader } from "../lines.ts";
import { openOutput, type OpenOutput } from "../open-output.ts";
import type { Script } from "./script.ts";
import { SedOutput } from "./sed-output.ts";

interface Lines {
  readonly reader: LineReader;
  lines: readonly string[];
  at: number;
}

/** The files that a script itself names: `w` makes them before anything is read. */
export class SedFiles {
  readonly #invocation: Invocation;
  readonly #lineEnd: string;
  readonly #outputs = new Map<string, SedOutput>();
  readonly #opened: OpenOutput[] = [];
  readonly #lines = new Map<string, Lines | undefined>();

  constructor(invocation: Invocation, lineEnd: string) {
    this.#invocation = invocation;
    this.#lineEnd = lineEnd;
  }

  /** Makes what a script writes; standard output is the one that it prints to. */
  open({ commands }: Script, stdout: SedOutput): void {
    this.#outputs.set("/dev/stdout", stdout);
    this.#outputs.set("/dev/stderr", new SedOutput(this.#invocation.stderr, this.#lineEnd));
    for (const { letter, text, substitution } of commands) {
      const path = letter === "w" || letter === "W" ? text : substitution?.path;
      if (path !== undefined && !this.#outputs.has(path)) this.#openOutput(path);
    }
  }

  #openOutput(path: string): void {
    try {
      const output = openOutput(this.#invocation, path);
      this.#opened.push(output);
      this.#outputs.set(path, new SedOutput(output, this.#lineEnd));
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      throw new CommandError(`couldn't open file ${path}: ${error.message}`, 4);
    }
  }

  output(path: string): SedOutput | undefined {
    return this.#outputs.get(path);
  }

  flush(): void {
    for (const output of this.#outputs.values()) output.flush();
  }

  close(): void {
    for (const file of this.#opened) file.close();
  }

  /** All of a file, as `r` reads it; nothing where it cannot be read. */
  *content(path: string): Running<Uint8Array> {
    this.flush();
    try {
      return yield* readAll(openInput(this.#invocation, path === "/dev/stdin" ? "-" : path));
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      return new Uint8Array();
    }
  }

  /** The next line of a file, as `R` reads it, as bytes. */
  *nextLine(path: string): Running<string | undefined> {
    const lines = this.#linesOf(path);
    if (lines === undefined) return undefined;
    if (lines.at >= lines.lines.length) {
      lines.lines = (yield* lines.reader.next()) ?? [];
      lines.at = 0;
    }
    const line = lines.lines[lines.at];
    lines.at += 1;
    return line;
  }

  #linesOf(path: string): Lines | undefined {
    if (this.#lines.has(path)) return this.#lines.get(path);
    this.#lines.set(path, undefined);
    try {
      const input = openInput(this.#invocation, path === "/dev/stdin" ? "-" : path);
      this.#lines.set(path, { reader: new LineReader(input, this.#lineEnd), lines: [], at: 0 });
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
    }
    return this.#lines.get(path);
  }
}
