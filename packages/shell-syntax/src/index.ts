export { parseScript, type ParseLimits } from "./parse-script.ts";
export { ShellSyntaxError } from "./shell-syntax-error.ts";
export type * from "./syntax-tree.ts";
