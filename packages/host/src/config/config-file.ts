import { SandboxError } from "@agent-sandbox/core";

/** What a config file says, and on which line each of its values is, by `keyPath`. */
export interface ConfigFile {
  readonly value: unknown;
  readonly lines: ReadonlyMap<string, number>;
}

/** The same with the very text that it was read from. */
export interface ReadConfig extends ConfigFile {
  readonly text: string;
}

/** A place in a text; both count from 1. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

export function syntaxError(file: string, { line, column }: Position, state: string): SandboxError {
  return new SandboxError(
    "CONFIG_INVALID",
    `Cannot read "${file}", line ${line}, column ${column}: ${state}`,
  );
}
