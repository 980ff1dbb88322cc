import { NO_END } from "../bash-batch.ts";
import { askBothOf, type KnownRule } from "./known-rule.ts";

/** A script that goes on for ever in bash, as a function that calls itself in the background, has no answer. */
export const hasNoEnd: KnownRule = ({ bash }) => bash.status === NO_END;

/** A process has any number: it is the same in both, or as long. */
export const tellsProcess: KnownRule = ({ script }, isWell) => {
  const same = script.replace(/=\$!/g, "=7").replace(/\$\$(?=[^\n]*\|\s*wc\b)/g, "7");
  return same !== script && isWell(askBothOf(same));
};

/** File systems have orders of their own: in both all is sorted, and nothing goes meanwhile. */
export const ordersEntries: KnownRule = ({ script }, isWell) => {
  const sorted = ["du", "find"].filter((name) => new RegExp(`\\b${name}\\b`).test(script));
  if (sorted.length === 0 || script.startsWith(SORTING)) return false;
  const functions = sorted.map(
    (name) => `${name}() { command ${name} "$@" | LC_ALL=C sort; return \${PIPESTATUS[0]}; }; `,
  );
  const kept = script.replace(/(\bfind\b[^\n]*) -delete\b/g, "$1 -depth");
  return isWell(askBothOf(`${SORTING}${functions.join("")}${kept}`));
};

const SORTING = ": sorted; ";

/** Who runs the virtual shell may read and write all, as root: no modes are set. */
export const ignoresModes: KnownRule = ({ bash, script }, isWell) => {
  const open = script.replace(/\bchmod\b/g, "true");
  return bash.stderr.includes("Permission denied") && open !== script && isWell(askBothOf(open));
};

/** What passes a limit is ended by name: there is nothing that large. */
export const passesLimit: KnownRule = ({ script, virtual }, isWell) => {
  const small = script.replace(/\d{10,}/g, "7");
  const isTold = /^bash: limit \w+ of \d+ exceeded$/m.test(virtual.stderr);
  return isTold && small !== script && isWell(askBothOf(small));
};
