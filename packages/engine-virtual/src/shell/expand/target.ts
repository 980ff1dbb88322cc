import type { Word, WordPart } from "@agent-sandbox/shell-syntax";

import type { Running } from "../../commands/command.ts";
import type { Shell } from "../shell.ts";
import type { FieldBuilder } from "./field-builder.ts";

/** Where what parts expand to goes, and how. */
export interface Target {
  readonly shell: Shell;
  readonly builder: FieldBuilder;
  readonly quoted: boolean;
  /** Whether bare text is split as well: it is that of `${x:-a b}`. */
  readonly splits: boolean;
  /** Where one counts: at the start, and in a word that looks like an assignment behind its signs, too. */
  readonly tilde: "start" | "word" | "assignment" | "none";
}

/** How words are expanded: given to what stands in words and has words itself. */
export interface Words {
  into(parts: readonly WordPart[], target: Target): Running<void>;
  /** One text, whatever it holds. */
  text(shell: Shell, word: Word): Running<string>;
  /** One pattern. */
  pattern(shell: Shell, word: Word): Running<string>;
}
