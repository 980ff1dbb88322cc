import type { FileRedirection, Redirection } from "@agent-sandbox/shell-syntax";

/** One redirection, without the text of a here-document. */
export function redirectionText(one: Redirection): string {
  switch (one.type) {
    case "file":
      return fileText(one);
    case "here-string":
      return `${numberText(one)}<<< ${one.word.text}`;
    case "here-document":
      return `${numberText(one)}<<${one.stripped ? "-" : ""}${one.delimiter}`;
  }
}

function fileText(one: FileRedirection): string {
  const { operator, target } = one;
  if (operator === ">&" || operator === "<&") return copyText(one);
  const number = operator === "<>" ? numberText(one, "0") : numberText(one);
  return `${number}${operator} ${target.text}`;
}

function copyText(one: FileRedirection): string {
  const { descriptor, operator, target } = one;
  const isFile =
    operator === ">&" && descriptor === undefined && !/^(\d+-?|-|\$.*)$/.test(target.text);
  if (isFile) return `&> ${target.text}`;
  // What is closed shows as one thing, however it was written.
  const shown = target.text === "-" ? ">&" : operator;
  return `${numberText(one, operator === ">&" ? "1" : "0")}${shown}${target.text}`;
}

function numberText({ descriptor }: Pick<Redirection, "descriptor">, usual = ""): string {
  if (descriptor === undefined) return usual;
  return typeof descriptor === "number" ? descriptor.toString() : `{${descriptor.variable}}`;
}
