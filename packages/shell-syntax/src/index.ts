export { ansiText } from "./ansi-text.ts";
export { CONTROL_LETTERS } from "./control-letters.ts";
export { byteText, codeBytes, cutOffLength, decodeBytes, rejoined } from "./byte-text.ts";
export { commandsOf, type ScriptSurroundings } from "./commands/commands-of.ts";
export {
  type Hole,
  literalOf,
  literalsOf,
  type Pieces,
  type ShellCommand,
  type ShellRedirection,
  type ShellWord,
  textOf,
  wordOf,
} from "./commands/shell-command.ts";
export { programOf } from "./commands/wrappers.ts";
export { completeLines } from "./complete-lines.ts";
export { isIncomplete } from "./is-incomplete.ts";
export { parseScript, type ParseLimits } from "./parse-script.ts";
export { ShellSyntaxError } from "./shell-syntax-error.ts";
export type * from "./syntax-tree.ts";
