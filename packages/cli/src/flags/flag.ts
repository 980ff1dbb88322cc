import type { AlphabetLowercase, AlphabetUppercase } from "@oclif/core/interfaces";

/** A flag with a value, as `util.parseArgs` takes it, and what help says of it. */
export interface TextFlag {
  readonly type: "string";
  readonly short?: AlphabetLowercase | AlphabetUppercase;
  readonly description: string;
  /** What stands for the value in help. */
  readonly helpValue?: string;
  /** Whether it may be given again and again. */
  readonly multiple?: true;
  /** The only values that there are. */
  readonly options?: readonly string[];
}

/** A flag that is there or not; one that is on by default is turned off by `--no-…`. */
export interface Switch {
  readonly type: "boolean";
  readonly description: string;
  readonly default?: boolean;
}

export type Flags = Readonly<Record<string, TextFlag | Switch>>;
