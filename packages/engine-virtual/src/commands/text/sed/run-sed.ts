import { Buffer } from "node:buffer";

import type { Running } from "../../command.ts";
import { isLocaleC } from "../../locale.ts";
import { CommandError } from "../../options.ts";
import { InPlace } from "./in-place.ts";
import { ScriptParser } from "./parse-script.ts";
import { Ranges } from "./ranges.ts";
import type { Script } from "./script.ts";
import type { ScriptPart } from "./script-reader.ts";
import { ScriptReader } from "./script-reader.ts";
import type { SedCall } from "./sed.ts";
import { SedFiles } from "./sed-files.ts";
import { SedInput } from "./sed-input.ts";
import type { Stop } from "./sed-machine.ts";
import { SedMachine } from "./sed-machine.ts";
import { SedOutput } from "./sed-output.ts";

const NO_INPUT = 2;
const NOT_EDITABLE = 4;

/** One call: reads line by line and does what its script says. */
class Sed {
  readonly #machine: SedMachine;
  readonly #input: SedInput;
  readonly #files: SedFiles;
  readonly #stdout: SedOutput;
  readonly #isQuiet: boolean;
  readonly #inPlace: InPlace | undefined;
  #couldNotEdit = false;

  constructor(call: SedCall, script: Script, operands: readonly string[]) {
    const { invocation, options } = call;
    const lineEnd = options.has("zero") ? "\0" : "\n";
    this.#isQuiet = script.isQuiet || options.has("quiet");
    this.#stdout = new SedOutput(invocation.stdout, lineEnd);
    this.#files = new SedFiles(invocation, lineEnd);
    this.#files.open(script, this.#stdout);
    const suffix = options.value("inPlace") ?? "";
    const followsLinks = options.has("followsLinks");
    this.#inPlace = options.has("inPlace")
      ? new InPlace(invocation, { suffix, followsLinks })
      : undefined;
    const ranges = new Ranges(script.commands);
    const isSeparate = this.#inPlace !== undefined || options.has("separate");
    this.#input = new SedInput({
      ...{ invocation, operands, lineEnd, isSeparate },
      isUnbuffered: options.has("unbuffered"),
      starts: (operand) => this.#startFile(operand, isSeparate ? ranges : undefined),
      ends: () => this.#endFile(),
    });
    const lineLength = Number(options.value("lineLength") ?? 70) || 0;
    this.#machine = new SedMachine(
      {
        ...{ script, ranges, input: this.#input, files: this.#files, lineEnd, lineLength },
        isBytes: isLocaleC(invocation.env),
      },
      this.#stdout,
    );
  }

  #startFile(operand: string, ranges: Ranges | undefined): boolean {
    ranges?.reset();
    if (this.#inPlace === undefined) return true;
    const starts = this.#inPlace.starts(operand);
    if (!starts) this.#couldNotEdit = true;
    else this.#machine.output = new SedOutput(this.#inPlace, this.#machine.parts.lineEnd);
    return starts;
  }

  #endFile(): void {
    if (this.#inPlace === undefined) return;
    this.#machine.output.flush();
    this.#inPlace.ends();
  }

  *run(): Running<number> {
    try {
      yield* this.#cycles();
      this.#input.stop();
      this.#files.flush();
    } catch (error) {
      if (error instanceof CommandError) this.#files.flush();
      throw error;
    } finally {
      this.#files.close();
    }
    const { status } = this.#machine;
    if (status !== 0) return status;
    if (this.#couldNotEdit) return NOT_EDITABLE;
    return this.#input.failed ? NO_INPUT : 0;
  }

  *#cycles(): Running<void> {
    const machine = this.#machine;
    for (let isRestarted = false; ;) {
      if (!isRestarted) {
        if (!(yield* this.#input.hasNext())) return;
        machine.takeLine(false);
      }
      machine.at = 0;
      const stop = yield* this.#cycle();
      if (stop === "end" || stop === "quit") this.#print();
      if (stop !== "quit-silently") yield* this.#append();
      if (stop === "quit" || stop === "quit-silently") return;
      isRestarted = stop === "restart";
    }
  }

  #print(): void {
    const { output, pattern } = this.#machine;
    if (!this.#isQuiet) output.line(pattern.text, pattern.hasEnd);
  }

  /** The commands over one line, with the lines that they read themselves. */
  *#cycle(): Running<Stop> {
    for (;;) {
      const stop = this.#machine.run();
      if (stop === "tick") yield;
      else if (stop === "look") yield* this.#input.look();
      else if (stop === "next" || stop === "join") {
        if (stop === "next") this.#print();
        yield* this.#append();
        this.#machine.takeLine(stop === "join");
      } else return stop;
    }
  }

  *#append(): Running<void> {
    const { appended, output } = this.#machine;
    if (appended.length === 0) return;
    this.#machine.appended = [];
    for (const one of appended) {
      if (one.kind === "text") output.text(one.text);
      else if (one.kind === "file") output.bytes(yield* this.#files.content(one.path));
      else {
        const line = yield* this.#files.nextLine(one.path);
        if (line === undefined) continue;
        output.bytes(Buffer.from(`${line}\n`, "latin1"));
      }
    }
  }
}

export function* runSed(
  call: SedCall,
  parts: readonly ScriptPart[],
  operands: readonly string[],
): Running<number> {
  const { options } = call;
  const modes = {
    isExtended: options.has("extended"),
    isZero: options.has("zero"),
    isBytes: isLocaleC(call.invocation.env),
  };
  const parsing = { reader: new ScriptReader(parts), ...modes };
  const script = new ScriptParser(parsing, options.has("sandbox")).parse();
  if (options.has("inPlace") && operands.length === 0) throw new CommandError("no input files", 4);
  const sed = new Sed(call, script, operands.length === 0 ? ["-"] : operands);
  return yield* sed.run();
}
