/** Who asks: `@git` of commands under bwrap, or the wrapper in a container's image. */
export type GitProfile = "@git" | "@git-guard";

/** Why a command is turned down, and what to do instead. */
export type GitRefusalName =
  | "skips_hooks"
  | "moves_hooks"
  | "overwrites_remote"
  | "moves_programs"
  | "discards_work"
  | "drops_stash"
  | "deletes_branch"
  | "moves_branch"
  | "loses_commits"
  | "prunes_objects"
  | "defines_alias"
  | "hides_setting";

export interface GitRefusal {
  /** The rule's id on the audit log. */
  readonly rule: string;
  readonly why: string;
  readonly instead: string;
}

/**
 * A command's options as git's parse-options has them: those that are looked for, those that take a value
 * from the next argument (`name=`), and those that make a beginning of these ambiguous.
 */
export interface GitOptions {
  readonly longs: string;
  /** Short options with a value. */
  readonly valued?: string;
  /** Short options whose value, if any, is attached. */
  readonly attached?: string;
  /** Whether options end at the first word. */
  readonly stops?: true;
}

/** What is remembered while the arguments are walked; the last one that sets or clears it counts. */
export interface GitFlag {
  readonly name: string;
  /** Options (`name`, `-x`) that set it, each with how it is shown. */
  readonly set: Readonly<Record<string, string>>;
  readonly clear?: readonly string[];
  /** Patterns of sh over the value that the option has; without them it may have any or none. */
  readonly values?: readonly string[];
  /** Patterns of sh: an argument that is no option and matches one sets it. */
  readonly words?: readonly string[];
}

export interface GitCheck {
  readonly refusal: GitRefusalName;
  /** Refused where all of these flags are set; without them, always. The first one is shown. */
  readonly when?: readonly string[];
  /** And none of these is. */
  readonly unless?: readonly string[];
  readonly profiles?: readonly GitProfile[];
}

/** One command's rule that its options alone decide. */
export interface GitCommandRule {
  readonly commands: readonly string[];
  readonly options: GitOptions;
  readonly flags: readonly GitFlag[];
  /** In this order. */
  readonly checks: readonly GitCheck[];
  /** Options whose value is a text for sh, which is judged too. */
  readonly runs?: readonly string[];
  /** Whether settings for this one command can force it. */
  readonly forcedBySettings?: true;
  /** Whether the template has more to say of the command, and asks for this itself. */
  readonly isAskedFor?: true;
  readonly profiles?: readonly GitProfile[];
}

/** A command that is refused by its first word. */
export interface GitWordRule {
  readonly command: string;
  readonly words: readonly string[];
  readonly refusal: GitRefusalName;
  readonly profiles: readonly GitProfile[];
}

/** What a setting does that is given for one command or written to stay. */
export interface GitSetting {
  /** Patterns of sh over the key in lower case. */
  readonly keys: readonly string[];
  /** Patterns over the value; without them every value counts. */
  readonly values?: readonly string[];
  /** Values that are harmless, before `values`. */
  readonly except?: readonly string[];
  readonly kind: "hooks" | "template" | "push" | "alias" | "expiry";
  readonly profiles?: readonly GitProfile[];
}
