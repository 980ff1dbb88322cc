/** A text of a program, and what it is called in messages. */
export interface Source {
  readonly name: string;
  readonly text: string;
}

/** The program of the command line. */
export const topLevel = (text: string): Source => ({ name: "<top-level>", text });

export const lineAt = ({ text }: Source, at: number): number =>
  text.slice(0, at).split("\n").length;

/** Words with their place: the line, and behind it as many blanks as stand in front of what is wrong. */
export function located(words: string, source: Source, at: number): string {
  const { name, text } = source;
  const start = text.slice(0, at).lastIndexOf("\n") + 1;
  const end = text.indexOf("\n", at);
  const line = text.slice(start, end === -1 ? undefined : end);
  return `${words} at ${name}, line ${lineAt(source, at)}:\n${line}${" ".repeat(at - start)}`;
}
