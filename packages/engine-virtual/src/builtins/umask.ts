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
    const [, who, operator, letters] = /^([ugoa]*)([-+=])([rwx]*)$/.exec(clause) ?? [];
    if (who === undefined || letters === undefined) return undefined;
    const bits = [...letters].reduce((sum, one) => sum | { r: 4, w: 2, x: 1 }[one as "r" | "w" | "x"], 0);
    const names = who === "" || who.includes("a") ? "ugo" : who;
    for (const [name, shift] of Object.entries(WHO)) {
      if (!names.includes(name)) continue;
      if (operator === "=") allowed &= ~(7 << shift);
      if (operator === "-") allowed &= ~(bits << shift);
      else allowed |= bits << shift;
    }
  }
  return ~allowed & 0o777;
}
