import type { Expression } from "../../../regex/syntax.ts";
import { TextSearch, type TextSearchOptions } from "../../../regex/text-search.ts";
import { wholeText } from "../../../regex/required-text.ts";
import { asBytes } from "../../../shell/text.ts";

/** An expression of a script, and the form of a text that it searches. */
export class ScriptSearch {
  readonly search: TextSearch;
  readonly #searchesBytes: boolean;

  /** `isBytes`: in the locale C each byte is a character. */
  constructor(expression: Expression, options: TextSearchOptions, isBytes: boolean) {
    this.search = new TextSearch(expression, { ...options, partsBytes: !isBytes });
    // A plain text of bytes that are no characters is found inside of characters, too.
    this.#searchesBytes = isBytes || wholeText(expression)?.isWellFormed() === false;
  }

  /** A text as it is searched; `rejoined` undoes it. */
  formOf(text: string): string {
    return this.#searchesBytes ? asBytes(text) : text;
  }

  test(text: string): boolean {
    return this.search.test(this.formOf(text));
  }
}
