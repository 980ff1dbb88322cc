import type { FileRedirection, Redirection } from "@agent-sandbox/shell-syntax";

import { shownText } from "./shown-text.ts";

/** One redirection, without the text of a here-document. */
export function redirectionText(one: Redirection): string {
  switch (one.type) {
    case "file":
      return fileText(one);
    case "here-string":
      return `${unlessUsual(one, "0")}<<< ${shownText(one.word.text)}`;
    case "here-document":
      return `${unlessUsual(one, "0")}<<${one.stripped ? "-" : ""}${one.delimiter}`;
  }
}

function fileText(one: FileRedirection): string {
  const { operator, target } = one;
  if (operator === ">&" || operator === "<&") return copyText(one);
  const usual = operator === "<" ? "0" : "1";
  const number = operator === "<>" && one.descriptor === undefined ? "0" : unlessUsual(one, usual);
  return `${number}${operator} ${shownText(target.text)}`;
}

/** A number that the operator means anyway is not shown. */
function unlessUsual(one: Pick<Redirection, "descriptor">, usual: string): string {
  const number = numberText(one);
  return number === usual ? "" : number;
}

function copyText(one: FileRedirection): string {
  const { descriptor, operator, target } = one;
  const isFile =
    operator === ">&" && descriptor === undefined && !/^(\d+-?|-|\$.*)$/.test(target.text);
  if (isFile) return `&> ${shownText(target.text)}`;
  // What is closed shows as one thing, however it was written.
  const shown = target.text === "-" ? ">&" : operator;
  return `${numberText(one, operator === ">&" ? "1" : "0")}${shown}${target.text}`;
}

function numberText({ descriptor }: Pick<Redirection, "descriptor">, usual = ""): string {
  if (descriptor === undefined) return usual;
  return typeof descriptor === "number" ? descriptor.toString() : `{${descriptor.variable}}`;
}
