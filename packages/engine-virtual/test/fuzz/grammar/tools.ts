import type { Random } from "../random.ts";

/**
 * Commands that read their standard input to its end and write nothing but standard output: each with
 * arguments that mean something. Those that the sandbox has not are left out.
 */
const FILTERS: Readonly<Record<string, readonly [string, ...string[]]>> = {
  cat: ["", "-", "-n", "-A", "-s", "-b", "-E", "-T"],
  cut: ["-c1-3", "-d: -f1", "-d' ' -f2-", "-c2", "-d, -f1,2 -s", "-b1", "--complement -c1"],
  fold: ["-w3", "-w5 -s"],
  grep: ["a", "-v a", "-c b", "-n .", "-i A", "-o '[a-z]'", "-E 'a|b'", "-w foo", "-x a", "-F ."],
  head: ["-n2", "-n -1", "-c3", "-1"],
  nl: ["", "-ba", "-w2 -s:"],
  paste: ["-s", "-sd,", "- -"],
  rev: [""],
  sed: [
    "s/a/b/",
    "s/a/b/g",
    "-n 1p",
    "1d",
    "'$d'",
    "-n '/a/p'",
    "y/abc/xyz/",
    "-E 's/(.)(.)/\\2\\1/'",
    "'s/.*/[&]/'",
    "-e '1i x'",
  ],
  sort: ["", "-r", "-n", "-u", "-k2", "-t: -k2", "-f", "-rn"],
  tac: [""],
  tail: ["-n1", "-n +2", "-c3", "-2"],
  tr: ["a-z A-Z", "-d a", "-s ' '", "'\\n' ,", "-c a-z _", "-dc 'a-z\\n'"],
  uniq: ["", "-c", "-d", "-u", "-i"],
  wc: ["-l", "-w", "-c", "-lw", "-m", ""],
  awk: [
    "'{print $1}'",
    "'NR==1'",
    "'{n+=$1} END {print n}'",
    "-F: '{print $2}'",
    "'/a/{print NR}'",
  ],
  expand: ["", "-t4"],
  base64: [""],
};

/** The others, with operands of their own. */
const TOOLS: readonly (readonly [name: string, line: string])[] = [
  ...["f", "f g", "nope", "d/h", "-n f", "d"].map((args) => ["cat", `cat ${args}`] as const),
  ...["", "d", "-a", "-1", "f", "-d d", "-A", "-p", "nope", "-R", "*"].map(
    (args) => ["ls", `ls ${args}`] as const,
  ),
  ...["p", "-p q/r/s", "d", "p/q"].map((args) => ["mkdir", `mkdir ${args}`] as const),
  ...["f g", "-r d e", "f d", "nope g", "d e", "-n f g", "f d/h"].map(
    (args) => ["cp", `cp ${args}`] as const,
  ),
  ...["f g", "d e", "f d", "nope x", "-n f g", "d/h ."].map(
    (args) => ["mv", `mv ${args}`] as const,
  ),
  ...["f", "-f nope", "-r d", "nope", "d", "-rf d g", "*.txt"].map(
    (args) => ["rm", `rm ${args}`] as const,
  ),
  ...["n", "f n", "d/n", "-c nope", "p/q"].map((args) => ["touch", `touch ${args}`] as const),
  ...["-n1 f", "-n2 f g", "-c3 f", "nope"].map((args) => ["head", `head ${args}`] as const),
  ...["-n1 f", "-n +2 f", "-c3 f"].map((args) => ["tail", `tail ${args}`] as const),
  ...["-l f", "f g", "-w a.txt", "nope"].map((args) => ["wc", `wc ${args}`] as const),
  ...["a f", "-r a d", "-l a f g", "-c b f", "-n a f g", "-q a nope", "-h a f g", "-L a f g"].map(
    (args) => ["grep", `grep ${args}`] as const,
  ),
  ...["d -name 'h*'", "f", "nope", "d -type d", "f -size -9", "a.txt -name '*.txt' -o -print"].map(
    (args) => ["find", `find ${args}`] as const,
  ),
  ...["3", "2 4", "1 2 5", "3 1", "-s, 3", "-w 8 10"].map(
    (args) => ["seq", `seq ${args}`] as const,
  ),
  ...["a/b.txt", "a/b.txt .txt", "/", "d/h"].map(
    (args) => ["basename", `basename ${args}`] as const,
  ),
  ...["a/b.txt", "f", "/a"].map((args) => ["dirname", `dirname ${args}`] as const),
  ...["f", "d/h", "f g"].map((args) => ["sort", `sort ${args}`] as const),
  ...["s/a/b/ f", "-i s/a/b/ f", "-n '$p' f", "1d f g"].map(
    (args) => ["sed", `sed ${args}`] as const,
  ),
  ...["p", "-p p/q", "nope"].map((args) => ["rmdir", `rmdir ${args}`] as const),
  ...["-s f ln", "-sf f ln", "-s nope ln"].map((args) => ["ln", `ln ${args}`] as const),
  ...["ln", "f"].map((args) => ["readlink", `readlink ${args}`] as const),
  ...["+x f", "644 f", "-x nope"].map((args) => ["chmod", `chmod ${args}`] as const),
  ...["f g", "f nope", "-q f g"].map((args) => ["diff", `diff ${args}`] as const),
  ...["f g", "-s f g"].map((args) => ["cmp", `cmp ${args}`] as const),
];

const FILTER_NAMES = Object.keys(FILTERS);

/** A filter that there is. */
export function filterLine(random: Random, commands: ReadonlySet<string>): string {
  const names = FILTER_NAMES.filter((name) => commands.has(name) && name !== "head");
  const name = random.pick(["cat", ...names]);
  return `${name} ${random.pick(FILTERS[name] ?? [""])}`.trimEnd();
}

/** A command line of a tool that there is. */
export function toolLine(random: Random, commands: ReadonlySet<string>): string {
  const lines = TOOLS.filter(([name]) => commands.has(name)).map(([, line]) => line);
  return random.pick(["ls", ...lines]).trimEnd();
}
