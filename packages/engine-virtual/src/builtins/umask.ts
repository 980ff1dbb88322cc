import { type Builtin, refuse } from "./builtin.ts";
import { readOptions } from "./read-options.ts";

export const umask: Builtin = {
  name: "umask",
  description: "Show or set which permissions new files do not get",
  usage: "umask [-pS] [MODE]",
  run(call) {
    const { args, shell } = call;
    const { letters, rest } = readOptions(args, "pS");
    const [mode] = rest;
    if (mode === undefined) {
      const text = letters.has("S") ? symbolic(shell.umask) : octal(shell.umask);
      const prefix = letters.has("p") ? `umask ${letters.has("S") ? "-S " : ""}` : "";
      shell.stdout.write(`${prefix}${text}\n`);
      return 0;
    }
    if (/^\d/.test(mode) && !/^[0-7]{1,4}$/.test(mode)) {
      return refuse(call, `${mode}: octal number out of range`);
    }
    const found = /^\d/.test(mode) ? Number.parseInt(mode, 8) : fromSymbols(shell.umask, mode);
    if (found === undefined) return refuse(call, `\`${mode}': invalid symbolic mode operator`);
    shell.umask = found;
    if (letters.has("S")) shell.stdout.write(`${symbolic(found)}\n`);
    return 0;
  },
};

function octal(mask: number): string {
  return mask.toString(8).padStart(4, "0");
}

const WHO = { u: 6, g: 3, o: 0 } as const;

function symbolic(mask: number): string {
  return Object.entries(WHO)
    .map(([who, shift]) => {
      const allowed = (~mask >> shift) & 7;
      return `${who}=${["r", "w", "x"].filter((_, at) => (allowed & (4 >> at)) !== 0).join("")}`;
    })
    .join(",");
}

/** `u=rwx,g+w,o-x`: says what is allowed, where the mask says what is not. */
function fromSymbols(mask: number, text: string): number | undefined {
  let allowed = ~mask & 0o777;
  for (const clause of text.split(",")) {
    const next = afterClause(allowed, clause);
    if (next === undefined) return undefined;
    allowed = next;
  }
  return ~allowed & 0o777;
}

const BITS = { r: 0o444, w: 0o222, x: 0o111 } as const;

function afterClause(allowed: number, clause: string): number | undefined {
  const [, who, operator, letters] = /^([ugoa]*)([-+=])([rwx]*)$/.exec(clause) ?? [];
  if (who === undefined || letters === undefined) return undefined;
  const concerned = maskOf(who === "" || who.includes("a") ? "ugo" : who);
  const bits = Object.entries(BITS).reduce(
    (sum, [letter, bit]) => (letters.includes(letter) ? sum | bit : sum),
    0,
  );
  if (operator === "-") return allowed & ~(bits & concerned);
  return (operator === "=" ? allowed & ~concerned : allowed) | (bits & concerned);
}

/** All permissions of some of `ugo`. */
function maskOf(who: string): number {
  return Object.entries(WHO).reduce(
    (sum, [name, shift]) => (who.includes(name) ? sum | (7 << shift) : sum),
    0,
  );
}
