import type { VirtualSandbox } from "@agent-sandbox/engine-virtual";

type Completion = readonly [hits: readonly string[], end: string];

/** Everything behind the last word's start, backslashes and what they stand before included. */
const LAST_WORD = /(?:\\.|[^\s\\|&;<>()])*$/;
/** What a command may stand behind. */
const BEFORE_COMMAND = /(?:^|[|&;(]|\$\(|\b(?:do|then|else|if|while|until|!)\s)\s*$/;
const SPECIAL = /[\s\\'"`$&|;<>()*?[\]{}~#!]/g;

/** Commands and functions at the start of a command, paths elsewhere; nothing while one runs. */
export function completeLine(sandbox: VirtualSandbox, line: string): Completion {
  const [word = ""] = LAST_WORD.exec(line) ?? [];
  const before = line.slice(0, line.length - word.length);
  const isCommand = BEFORE_COMMAND.test(before) && !word.includes("/");
  const hits = isCommand ? commandHits(sandbox, word) : pathHits(sandbox, word);
  const [only] = hits;
  const isDone = hits.length === 1 && only !== undefined && !only.endsWith("/");
  return [isDone ? [`${only} `] : hits, word];
}

function commandHits(sandbox: VirtualSandbox, start: string): readonly string[] {
  const functions = asked(sandbox, "declare -F").map((row) => row.replace(/^declare -f\S* /, ""));
  const all = new Set([...sandbox.getAvailableCommands(), ...functions]);
  return [...all].filter((name) => name.startsWith(start)).sort();
}

function pathHits(sandbox: VirtualSandbox, word: string): readonly string[] {
  const slash = word.lastIndexOf("/") + 1;
  const [written, name] = [word.slice(0, slash), unescaped(word.slice(slash))];
  const shows = name.startsWith(".") ? "-1Ap" : "-1p";
  const rows = asked(sandbox, `ls ${shows} -- ${directoryOf(written)} 2>/dev/null`);
  return rows
    .filter((row) => row.startsWith(name))
    .map((row) => written + row.replace(SPECIAL, "\\$&"));
}

/** As one word of a shell; a tilde in front stays what it is. */
function directoryOf(written: string): string {
  if (written === "") return ".";
  const isHome = written.startsWith("~/");
  return `${isHome ? "~/" : ""}${quoted(unescaped(isHome ? written.slice(2) : written))}`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

function unescaped(text: string): string {
  return text.replaceAll(/\\(.)/g, "$1");
}

/** In a fork, so that asking changes nothing. */
function asked(sandbox: VirtualSandbox, command: string): readonly string[] {
  try {
    using fork = sandbox.fork();
    return fork.executeSync(command).stdout.split("\n").filter(Boolean);
  } catch {
    // A command runs.
    return [];
  }
}
