export interface ModeNow {
  readonly mode: number;
  readonly isDirectory: boolean;
  readonly umask: number;
}

const WHO: Readonly<Record<string, number>> = { u: 0o700, g: 0o070, o: 0o007, a: 0o777 };
const BITS: Readonly<Record<string, number>> = { r: 0o444, w: 0o222, x: 0o111 };
const CLAUSE = /^([ugoa]*)((?:[-+=](?:[rwxXst]*|[ugo]))+)$/;

/** The bits of one of user, group and others, for all three of them. */
function copiedBits(from: string, mode: number): number {
  const shift = { u: 6, g: 3, o: 0 }[from] ?? 0;
  return ((mode >> shift) & 7) * 0o111;
}

function permissionBits(letters: string, { mode, isDirectory }: ModeNow): number {
  if (/^[ugo]$/.test(letters)) return copiedBits(letters, mode);
  let bits = 0;
  for (const letter of letters) bits |= BITS[letter] ?? 0;
  const isRunnable = isDirectory || (mode & 0o111) !== 0;
  return letters.includes("X") && isRunnable ? bits | 0o111 : bits;
}

function specialBits(letters: string, who: number): number {
  const set = (who & 0o700 ? 0o4000 : 0) | (who & 0o070 ? 0o2000 : 0);
  return (letters.includes("s") ? set : 0) | (letters.includes("t") ? 0o1000 : 0);
}

const namedBits = (names: string): number =>
  Array.from(names).reduce((mask, name) => mask | (WHO[name] ?? 0), 0);

function applied(clause: RegExpExecArray, now: ModeNow): number {
  const [, names = "", actions = ""] = clause;
  const all = names === "" ? 0o777 : namedBits(names);
  // Without a name it is for all, but for what the umask takes away.
  const who = names === "" ? 0o777 & ~now.umask : all;
  let { mode } = now;
  for (const [, action = "", letters = ""] of actions.matchAll(/([-+=])([a-zA-Z]*)/g)) {
    const special = specialBits(letters, all);
    const bits = (permissionBits(letters, { ...now, mode }) & who) | special;
    if (action === "+") mode |= bits;
    else if (action === "-") mode &= ~bits;
    else mode = (mode & ~all) | bits;
  }
  return mode;
}

function withBits(sign: string, bits: number, mode: number): number {
  if (sign === "=") return bits;
  return sign === "+" ? mode | bits : mode & ~bits;
}

/** A number of four digits takes no bit from a directory that says whose new files are. */
const keptBits = (text: string, { isDirectory, mode }: ModeNow): number =>
  isDirectory && text.length < 5 ? mode & 0o6000 : 0;

/** A mode as `chmod` takes it: octal, or `u+x,go-w`; `undefined` where it is neither. */
export function changedMode(text: string, now: ModeNow): number | undefined {
  if (/^[0-7]{1,5}$/.test(text)) return (Number.parseInt(text, 8) & 0o7777) | keptBits(text, now);
  let { mode } = now;
  for (const part of text.split(",")) {
    const [, sign, digits = ""] = /^([-+=])([0-7]{1,5})$/.exec(part) ?? [];
    if (sign !== undefined) {
      mode = withBits(sign, Number.parseInt(digits, 8) & 0o7777, mode);
      continue;
    }
    const clause = CLAUSE.exec(part);
    if (clause === null) return undefined;
    mode = applied(clause, { ...now, mode });
  }
  return mode;
}

const TRIPLE = ["---", "--x", "-w-", "-wx", "r--", "r-x", "rw-", "rwx"];

/** The nine letters of `ls -l`. */
export function modeLetters(mode: number): string {
  const letters = [6, 3, 0].map((shift) => TRIPLE[(mode >> shift) & 7] ?? "").join("");
  const special = [
    { bit: 0o4000, at: 2, set: "s" },
    { bit: 0o2000, at: 5, set: "s" },
    { bit: 0o1000, at: 8, set: "t" },
  ];
  return special.reduce((text, { bit, at, set }) => {
    if ((mode & bit) === 0) return text;
    const letter = text[at] === "x" ? set : set.toUpperCase();
    return text.slice(0, at) + letter + text.slice(at + 1);
  }, letters);
}
