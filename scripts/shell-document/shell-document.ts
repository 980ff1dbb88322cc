import { withPart } from "../document-part.ts";
import { builtinRows, commandRows } from "./command-rows.ts";
import { differencesText } from "./differences-text.ts";
import { limitRows } from "./limit-rows.ts";
import { optionsText } from "./options-text.ts";
import { refusedRows } from "./refused-rows.ts";
import { table } from "./table.ts";

/** docs/shell.md with its tables written anew, from those of the engine itself. */
export function shellDocument(document: string, differences: string): string {
  const parts: Readonly<Record<string, string>> = {
    commands: table(["command", "what it does", "how it is called"], commandRows()),
    builtins: table(["builtin", "what it does", "how it is called"], builtinRows()),
    options: optionsText(),
    refused: table(["what", "what happens"], refusedRows()),
    differences: differencesText(differences),
    limits: table(["limit", "default", "what it bounds"], limitRows()),
  };
  return Object.entries(parts).reduce((text, [name, part]) => withPart(text, name, part), document);
}
