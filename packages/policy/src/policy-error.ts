export interface PolicyErrorDetails {
  /** The key that is wrong, as the file spells it; empty for the document itself. */
  readonly key: string;
  /** Its line in the file, from 1, where known. */
  readonly line?: number | undefined;
  /** What to write instead, one sentence. */
  readonly hint?: string | undefined;
}

/** A layer that does not follow the schema. `message` says what is wrong with the value at `key`. */
export class PolicyError extends Error {
  override readonly name = "PolicyError";
  readonly key: string;
  readonly line: number | undefined;
  readonly hint: string | undefined;

  constructor(message: string, { key, line, hint }: PolicyErrorDetails) {
    super(message);
    this.key = key;
    this.line = line;
    this.hint = hint;
  }
}
