import type { CompoundCommand } from "@agent-sandbox/shell-syntax";

import { inserted, nodesOf } from "../insertions.ts";
import { askBashOf, askBothOf, inBoth, type KnownRule, withTexts } from "./known-rule.ts";

/** After an error has ended a line, the next compound command with `< <(…)` may read nothing, by chance: one that needs nothing. */
export const losesInput: KnownRule = (difference, isWell) => {
  const { script } = difference;
  const fed = nodesOf(script).filter(isFedCompound);
  const kept = inserted(
    script,
    fed.flatMap(({ end, start }) => [
      { at: start, added: "{ { :; } < <(:); " },
      { at: end, added: "; }" },
    ]),
  );
  return fed.length > 0 && isWell(askBashOf(kept, difference));
};

function isFedCompound(node: object): node is CompoundCommand {
  if (!("type" in node) || !("redirections" in node) || node.type === "simple") return false;
  const { redirections } = node as CompoundCommand;
  return redirections.some(
    (one) => one.type === "file" && one.target.parts.some(({ type }) => type === "process"),
  );
}

const SYNTAX_ERROR =
  /^\S+: (?:[\w./-]+: )?(?:line \d+: )?(?:syntax error|unexpected EOF while).*\n(?:.*line \d+: `.*'\n)?/gm;

/** What is wrong with a syntax is told in other words. */
export const wordsSyntaxErrors: KnownRule = (difference, isWell) =>
  difference.bash.stderr.search(SYNTAX_ERROR) !== -1 &&
  isWell(
    inBoth(difference, (outcome) => ({
      ...outcome,
      stderr: outcome.stderr.replace(SYNTAX_ERROR, "syntax error\n"),
    })),
  );

const CAREFUL_EVAL = `eval() {
  bash --norc -nc "$*" 2>/dev/null || { echo "bash: syntax error" >&2; return 2; };
  builtin eval "$@";
}; `.replaceAll("\n", " ");

/** Bash runs the lines in front of an error in the syntax of a text: one that reads all of it before. */
export const runsLinesBefore: KnownRule = (difference, isWell) => {
  const { bash, script } = difference;
  const isTold = /\beval\b/.test(script) && bash.stderr.search(SYNTAX_ERROR) !== -1;
  if (!isTold) return false;
  const careful = askBashOf(CAREFUL_EVAL + script, difference);
  return isWell({ ...careful, script: difference.script });
};

/** A bare `\\'` in a list, in a substitution, is the begin of a quote to bash: one without. */
export const readsListQuote: KnownRule = ({ bash, script }, isWell) => {
  const plain = script.replace(/(=\([^)\n]*)\\'/g, "$1_");
  const isTold = bash.stderr.includes("unexpected EOF while looking for matching");
  return isTold && plain !== script && isWell(askBothOf(plain));
};

/** A bracket that closes none in front of braces in the same word: none. */
export const readsBraces: KnownRule = ({ script }, isWell) => {
  const plain = script.replace(/(\$\{\w+:?-\{\})(?=\{)/g, "$1_ ");
  return plain !== script && isWell(askBothOf(plain));
};

/** Arithmetic in brackets with a parenthesis, in a substitution: one without. */
export const readsSubscript: KnownRule = ({ script, virtual }, isWell) => {
  const plain = script
    .replace(/(\$\([^()]*\w\[[^()\n]*)\(/g, "$1")
    .replace(/\$\[\((?=\w+\])/g, "$[");
  const isTold = virtual.stderr.includes("unterminated command substitution");
  return isTold && plain !== script && isWell(askBothOf(plain));
};

/** What `$'…'` stands for between double quotes is read once more, so that a quote in it has no end: one without. */
export const readsQuoteAgain: KnownRule = ({ bash, script }, isWell) => {
  const kept = script.replace(/(\$'(?:[^'\\]|\\[^'])*)\\'/g, "$1_");
  const isTold = bash.stderr.includes("no closing `}'");
  return isTold && kept !== script && isWell(askBothOf(kept));
};

const IGNORED = /^trap -- '' SIG(?:INT|QUIT)\n/gm;

/** In the background, bash's list of traps leaves out what is ignored there, or half of it. */
export const leavesOutIgnored: KnownRule = (difference, isWell) => {
  const { bash, script, virtual } = difference;
  if (!/\btrap\b[^]*(?<![&>])&(?!&)/.test(script)) return false;
  const isMore = (text: string, other = ""): boolean => ignoredIn(text) > ignoredIn(other);
  const isListed =
    isMore(bash.stdout, virtual.stdout) ||
    Object.entries(bash.tree).some(([name, content]) => isMore(content, virtual.tree[name]));
  const without = (text: string): string => text.replace(IGNORED, "");
  return !isListed && isWell(inBoth(difference, (outcome) => withTexts(outcome, without)));
};

function ignoredIn(text: string): number {
  return text.match(IGNORED)?.length ?? 0;
}

/** Something in the place of the `;` that bash loses where it has written a substitution anew. */
export const losesSeparator: KnownRule = (difference, isWell) => {
  const { script } = difference;
  if (!/(?:\$|[<>])\((?!\()[^]*<<[^]*\)/.test(script)) return false;
  const kept = script
    .replace(/^(\t*E)$/gm, "$1\n:;:;:;:;")
    .replace(/(<<'?E[^\n]*\|\s*\{)\s/g, "$1 :;:;:;:;");
  return kept !== script && isWell(askBashOf(kept, difference));
};

const TRIES = 3;

/** Bash loses a process of its own by chance: it does not every time. */
export const losesProcess: KnownRule = (difference, isWell) =>
  difference.bash.stderr.includes("wait_for: No record of process") &&
  Array.from({ length: TRIES }).some(() => isWell(askBashOf(difference.script, difference)));
