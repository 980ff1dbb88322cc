import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

const script = fileURLToPath(new URL("../state/share-once.ts", import.meta.url));

export interface SharingRequest {
  readonly stateDir: string;
  readonly request: string;
  readonly log: string;
  /** How long it works when it is its turn. */
  readonly workMs: number;
}

/** A process of its own that shares one request. */
export class SharingProcess {
  readonly child: ChildProcess;
  readonly #ended: Promise<unknown>;
  #output = "";
  #onOutput: () => void = () => undefined;

  constructor({ stateDir, request, log, workMs }: SharingRequest) {
    this.child = spawn(process.execPath, [script, stateDir, request, log, workMs.toString()], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    this.#ended = once(this.child, "close");
    this.child.stdout?.setEncoding("utf8").on("data", (text: string) => {
      this.#output += text;
      this.#onOutput();
    });
  }

  /** Resolves once it has printed `text`. */
  async saw(text: string): Promise<void> {
    while (!this.#output.includes(text)) {
      await Promise.race([
        new Promise<void>((resolve) => {
          this.#onOutput = resolve;
        }),
        this.#ended.then(() => {
          if (!this.#output.includes(text)) throw new Error(`ended with: ${this.#output}`);
        }),
      ]);
    }
  }

  /** All that it printed, once it has ended. */
  async output(): Promise<string> {
    await this.#ended;
    return this.#output;
  }

  async kill(signal: NodeJS.Signals): Promise<void> {
    this.child.kill(signal);
    await this.#ended;
  }
}
