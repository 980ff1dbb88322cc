/** By number, as on Linux. */
const NAMES =
  "HUP INT QUIT ILL TRAP ABRT BUS FPE KILL USR1 SEGV USR2 PIPE ALRM TERM STKFLT CHLD CONT STOP TSTP TTIN TTOU URG XCPU XFSZ VTALRM PROF WINCH IO PWR SYS".split(
    " ",
  );

/** Names without "SIG", the first of number 1. */
export const SIGNALS: readonly string[] = NAMES;

/** "SIGTERM" from `15`, `TERM` or `sigterm`; undefined where there is no such signal. */
export function signalNamed(given: string): string | undefined {
  const name = /^\d+$/.test(given)
    ? NAMES[Number(given) - 1]
    : given.toUpperCase().replace(/^SIG/, "");
  return name !== undefined && NAMES.includes(name) ? `SIG${name}` : undefined;
}

/** What `kill -l` and `trap -l` write. */
export function signalList(): string {
  const cells = NAMES.map((name, at) => `${(at + 1).toString().padStart(2)}) SIG${name}`);
  const rows: string[] = [];
  for (let at = 0; at < cells.length; at += 5) rows.push(cells.slice(at, at + 5).join("\t"));
  return `${rows.join("\n")}\n`;
}
