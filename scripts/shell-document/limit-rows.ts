import { DEFAULTS } from "../../packages/engine-virtual/src/sandbox/options.ts";
import { SHELL_LIMITS } from "../../packages/engine-virtual/src/shell/limits.ts";

type Limit = "maxTotalSize" | "maxFileSize" | "maxNodeCount" | "maxDepth" | "commandTimeout";

const WHAT: Readonly<Record<Limit | keyof typeof SHELL_LIMITS, string>> = {
  commandTimeout: "Milliseconds of one call: ends it, with 124",
  maxBackgroundTime:
    "Milliseconds for which what is left in the background goes on when the script has ended: ends it then, and says so",
  maxCommandCount: "Simple commands of one call: ends it, with 126",
  maxDepth: "Directories inside of each other: fails the command, with 126",
  maxFileSize: "Bytes in one file: fails the command, with 126",
  maxMemory:
    "Bytes by which the whole process may grow while a call runs: ends the call that runs, with 126",
  maxNodeCount: "Files and directories: fails the command, with 126",
  maxOutputSize: "Bytes of standard output, and of standard error, of one call: ends it, with 126",
  maxPipeSize: "Bytes that wait in one pipe: ends the call, with 126",
  maxProcessCount: "Commands in the background at once: ends the call, with 126",
  maxRecursion:
    "Functions, scripts and substitutions inside of each other: ends the call, with 126",
  maxTotalSize: "Bytes in all files together: fails the command, with 126",
  maxVariableSize: "Characters of a value, and elements of an array: ends the call, with 126",
  maxWordCount: "Words that one command line expands to: ends the call, with 126",
};

export function limitRows(): readonly (readonly [string, string, string])[] {
  const values = { ...DEFAULTS, ...SHELL_LIMITS };
  return Object.entries(WHAT).map(([name, what]) => {
    const value = Object.entries(values).find(([key]) => key === name)?.[1];
    return [`\`${name}\``, Number(value).toLocaleString("en"), what];
  });
}
