// What git may not do, for the scripts that are made from it.
export type {
  GitCheck,
  GitCommandRule,
  GitFlag,
  GitOptions,
  GitProfile,
  GitRefusalName,
} from "./git-rule.ts";
export { gitRules } from "./git-rules.ts";
export {
  CONSTANT_COMMANDS,
  HOOKED_COMMANDS,
  LOOKING_COMMANDS,
  WORKING_COMMANDS,
} from "./known-commands.ts";
export { HOOK_SWITCHES } from "./settings.ts";
