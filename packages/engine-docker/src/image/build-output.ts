/** One instruction of a Dockerfile as the daemon carries it out. Counted from 1. */
export interface BuildStep {
  readonly index: number;
  readonly total: number;
  readonly instruction: string;
  readonly cached: boolean;
}

/** What failed, as the cause of IMAGE_BUILD_FAILED: for whoever prints it. */
export class FailedStep extends Error {
  override readonly name = "FailedStep";
  /** Undefined when the build failed before its first step. */
  readonly step: BuildStep | undefined;
  /** The step's own last lines. */
  readonly output: readonly string[];

  constructor(message: string, step: BuildStep | undefined, output: readonly string[]) {
    super(message);
    this.step = step;
    this.output = output;
  }
}

const STEP = /^Step (\d+)\/(\d+) : ([\s\S]*)$/;
const USING_CACHE = " ---> Using cache";
// The builder's own remarks between the steps; what a step itself prints is kept.
const REMARK = /^(?: ---> |Removing intermediate container |Successfully (?:built|tagged) )/;
const KEPT_LINES = 40;

/**
 * Reads the messages of the classic builder: tells steps from their output and keeps the current
 * step's last lines.
 */
export class BuildOutput {
  #announced = true;
  #step: BuildStep | undefined;
  #lines: string[] = [];
  #partial = "";
  readonly #onStep: (step: BuildStep) => void;

  /** @param onStep Called once a step, as soon as it is known whether the cache holds it. */
  constructor(onStep: (step: BuildStep) => void) {
    this.#onStep = onStep;
  }

  read(text: string): void {
    const step = STEP.exec(text);
    if (step !== null) {
      this.#begin(Number(step[1]), Number(step[2]), (step[3] ?? "").trim());
    } else if (text !== "\n" || this.#announced) {
      this.#announce(text.startsWith(USING_CACHE));
      if (!REMARK.test(text)) this.#keep(text);
    }
  }

  failure(message: string): FailedStep {
    const rest = this.#partial === "" ? [] : [this.#partial];
    return new FailedStep(message, this.#step, [...this.#lines, ...rest].slice(-KEPT_LINES));
  }

  #begin(index: number, total: number, instruction: string): void {
    this.#announce(false);
    this.#step = { index, total, instruction, cached: false };
    this.#announced = false;
    this.#lines = [];
    this.#partial = "";
  }

  #announce(cached: boolean): void {
    if (this.#announced || this.#step === undefined) return;
    this.#announced = true;
    this.#step = { ...this.#step, cached };
    this.#onStep(this.#step);
  }

  #keep(text: string): void {
    // A line that a program redraws after a carriage return counts in its last form.
    const lines = (this.#partial + text)
      .split(/\r?\n/)
      .map((line) => line.slice(line.lastIndexOf("\r") + 1));
    this.#partial = lines.pop() ?? "";
    this.#lines = [...this.#lines, ...lines].slice(-KEPT_LINES);
  }
}
