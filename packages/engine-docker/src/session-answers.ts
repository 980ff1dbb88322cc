import { Writable } from "node:stream";

/** What a session says, one JSON object a line (`base-image/README.md`). */
export interface SessionMessage {
  readonly event: "waiting" | "ready" | "answer";
  /** For an answer: the command's status, and how many bytes of each output follow the line. */
  readonly status: number;
  readonly stdout?: number;
  readonly stderr?: number;
}

/** A message with what followed it. */
export interface SessionSaid {
  readonly message: SessionMessage;
  readonly stdout: Buffer;
  readonly stderr: Buffer;
}

const NEWLINE = 0x0a;

/** Takes a session's output apart: calls back for each message, once it is there with all its bytes. */
export class SessionAnswers extends Writable {
  readonly #onSaid: (said: SessionSaid) => void;
  readonly #chunks: Buffer[] = [];
  #length = 0;
  #message: SessionMessage | undefined;

  constructor(onSaid: (said: SessionSaid) => void) {
    super();
    this.#onSaid = onSaid;
  }

  override _write(chunk: Buffer, _: BufferEncoding, done: (error?: Error) => void): void {
    this.#chunks.push(chunk);
    this.#length += chunk.length;
    try {
      // A line is short: it is looked for only where one can have ended.
      while (this.#message !== undefined || this.#endsLine(chunk)) if (!this.#takeOne()) break;
      done();
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)));
    }
  }

  #endsLine(chunk: Buffer): boolean {
    return this.#length > 0 && (chunk.includes(NEWLINE) || this.#chunks.length === 1);
  }

  /** Whether something was taken: a line, or the bytes that a line has announced. */
  #takeOne(): boolean {
    if (this.#message !== undefined) return this.#takeBytes(this.#message);
    const all = Buffer.concat(this.#chunks);
    const end = all.indexOf(NEWLINE);
    if (end < 0) return false;
    this.#message = JSON.parse(all.toString("utf8", 0, end)) as SessionMessage;
    this.#keep(all.subarray(end + 1));
    return true;
  }

  #takeBytes(message: SessionMessage): boolean {
    const { stdout = 0, stderr = 0 } = message;
    if (this.#length < stdout + stderr) return false;
    const all = Buffer.concat(this.#chunks);
    this.#message = undefined;
    this.#keep(all.subarray(stdout + stderr));
    this.#onSaid({
      message,
      stdout: all.subarray(0, stdout),
      stderr: all.subarray(stdout, stdout + stderr),
    });
    return true;
  }

  #keep(rest: Buffer): void {
    this.#chunks.splice(0, this.#chunks.length, ...(rest.length > 0 ? [rest] : []));
    this.#length = rest.length;
  }
}
