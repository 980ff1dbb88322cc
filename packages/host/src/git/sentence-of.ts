import { redactCredentials } from "@agent-sandbox/core";

/** git's own advice after the line that tells what is wrong. */
const ADVICE =
  /^(Please make sure you have the correct access rights|and the repository exists\.)$/;
const TELLS_NOTHING = /^fatal: Could not read from remote repository\.$/;

/**
 * The one line of git's errors that says what is wrong: its last fatal one, or where that only says
 * that the other side did not answer, the line before it. No credentials, no control characters.
 */
export function sentenceOf(stderr: string): string {
  const lines = stderr
    .split(/[\r\n]+/)
    .map((line) => line.replace(/[\0-\x1f\x7f-\x9f]+/g, " ").trim())
    .filter((line) => line !== "" && !ADVICE.test(line));
  const telling = lines.filter((line) => !TELLS_NOTHING.test(line));
  const isFatal = (line: string): boolean => /^(fatal|error): /.test(line);
  const line = telling.findLast(isFatal) ?? telling.at(-1) ?? lines.at(-1) ?? "no reason given";
  return redactCredentials(line.replace(/^(fatal|error): /, "")).replace(/\.$/, "");
}
