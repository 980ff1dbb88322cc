import type { ToolEngineName } from "./mcp-flags.ts";

/** What a command did, as a tool tells it. */
export interface Executed {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number;
}

/** What stands behind the tools. All of it fails with sentences. */
export interface ToolEngine {
  readonly name: ToolEngineName;
  /** For whoever chooses among tools: what stays from one command to the next. */
  readonly keeps: string;
  execute(command: string, signal: AbortSignal): Promise<Executed>;
  snapshot(name: string): Promise<string>;
  restore(name: string): Promise<string>;
  /** What there is, for a program to read. */
  list(): Promise<Readonly<Record<string, unknown>>>;
  /** Ends what still runs. */
  close(): Promise<void>;
}
