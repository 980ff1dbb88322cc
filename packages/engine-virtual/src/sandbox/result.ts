/** What a command did. Nobody changes it afterwards. */
export interface ExecutionResult {
  readonly stdout: string;
  readonly stderr: string;
  /** As bash has it; 124: out of time, 126: refused by the policy or by a limit. */
  readonly exitCode: number;
  readonly success: boolean;
  /** As it was given. */
  readonly command: string;
  /** Milliseconds. */
  readonly duration: number;
}
