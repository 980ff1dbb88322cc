import { parseScript } from "./parse-script.ts";
import { ShellSyntaxError } from "./shell-syntax-error.ts";

/**
 * Whether bash would wait for another line: a quote, a command or a here-document has no end yet, and
 * nothing that is there already is wrong.
 */
export function isIncomplete(source: string): boolean {
  try {
    const { length } = parseScript(source).statements;
    return endsInBackslash(source) || !takesAnother(source, length);
  } catch (error) {
    if (error instanceof ShellSyntaxError) return wantsMore(source, error);
    throw error;
  }
}

function endsInBackslash(source: string): boolean {
  const [backslashes = ""] = /\\*$/.exec(source.replace(/\n$/, "")) ?? [];
  return backslashes.length % 2 === 1;
}

/** What follows an open here-document is in it, and no command. */
function takesAnother(source: string, statements: number): boolean {
  return !source.includes("<<") || parseScript(`${source}\n:`).statements.length > statements;
}

/** In the parser's own words: it says that something has no end, or what it looked for at the end. */
function wantsMore(source: string, { message, position }: ShellSyntaxError): boolean {
  if (/: (unterminated|a (substitution|here-document) has no end)/.test(message)) return true;
  const rest = source.slice(position).trim();
  return message.includes(": expected ") && (rest === "" || rest === "{");
}
