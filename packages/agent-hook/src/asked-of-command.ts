import {
  literalsOf,
  programOf,
  type ShellCommand,
  type ShellWord,
  textOf,
  wordOf,
} from "@agent-sandbox/shell-syntax";

import type { Asked, AskedPath, PathOperation, Surroundings } from "./asked.ts";
import { connect, hostOfArgument, hostOfDevice, hostOfRemote } from "./asked-hosts.ts";
import { pathsOf } from "./asked-paths.ts";
import { OPENS_NOTHING, type Program, programNamed } from "./programs.ts";
import { argumentsOf, type Argument } from "./program-arguments.ts";

/** What one command of a script asks for, as far as its words say. */
export function askedOfCommand(
  command: ShellCommand,
  surroundings: Surroundings,
): readonly Asked[] {
  const paths = (operation: PathOperation, word: ShellWord) =>
    opened(operation, pathsOf(word, command, surroundings));
  return [
    ...programsOf(command.words[0]),
    ...command.redirections.flatMap(({ access, target }) => [
      ...literalsOf(target).flatMap(hostOfDevice),
      ...(access === "write" ? [] : paths("read", target)),
      ...(access === "read" ? [] : paths("write", target)),
    ]),
    ...askedByWords(command, paths),
  ];
}

type Paths = (operation: PathOperation, word: ShellWord) => readonly Asked[];

function programsOf(word: ShellWord | undefined): readonly Asked[] {
  const programs = word === undefined ? [] : literalsOf(word);
  return programs.filter((text) => text !== "").map((program) => ({ operation: "exec", program }));
}

type ByWords = (args: readonly ShellWord[], paths: Paths) => readonly Asked[];

/** Those whose arguments no table says. */
const SPECIAL: ReadonlyMap<string, ByWords> = new Map<string, ByWords>([
  ["git", askedByGit],
  ["sed", askedBySed],
  ["ln", askedByLink],
  ["find", askedByFind],
  ...["tar", "bsdtar"].map((name) => [name, askedByTar] as const),
  ...["nc", "ncat", "netcat", "telnet"].map((name) => [name, askedByNetcat] as const),
  ...["sh", "bash", "dash", "zsh", "ksh"].map((name) => [name, askedByShell] as const),
]);

function askedByWords({ words }: ShellCommand, paths: Paths): readonly Asked[] {
  const name = programOf(words[0]);
  if (name === undefined) return [];
  const args = words.slice(1);
  const special = SPECIAL.get(name);
  if (special !== undefined) return special(args, paths);
  const program = programNamed(name);
  if (program !== undefined) return askedBy(args, program, paths);
  return OPENS_NOTHING.has(name) ? [] : args.flatMap((word) => asPart(paths("read", word)));
}

/** A script in an argument is judged as what it runs; else the first operand is its file. */
function askedByShell(args: readonly ShellWord[], paths: Paths): readonly Asked[] {
  if (args.some(({ text }) => /^-[a-zA-Z]*c$/.test(text))) return [];
  const named = argumentsOf(args, { operands: "read", options: { "-o": "value", "-O": "value" } });
  return named.slice(0, 1).flatMap(({ word }) => paths("read", word));
}

function askedBy(args: readonly ShellWord[], program: Program, paths: Paths): readonly Asked[] {
  const isRemote = program.operands === "remote";
  return argumentsOf(args, program).flatMap(({ word, use }: Argument) => {
    if (use === "url") return literalsOf(word).flatMap(hostOfArgument);
    const hosts = isRemote ? literalsOf(word).flatMap(hostOfRemote) : [];
    return hosts.length > 0 ? hosts : paths(use === "remote" ? "read" : use, word);
  });
}

/** What a symbolic link says is text; only what it becomes is a file. */
function askedByLink(args: readonly ShellWord[], paths: Paths): readonly Asked[] {
  const isSymbolic = args.some(({ text }) => /^(-[a-zA-Z]*s|--symbolic$)/.test(text));
  const named = argumentsOf(args, { operands: "read", last: "write", options: { "-t": "write" } });
  return named
    .filter(({ use }) => !isSymbolic || use === "write")
    .flatMap(({ word, use }) => (use === "write" || use === "read" ? paths(use, word) : []));
}

const REMOTE_COMMANDS = new Set(["clone", "fetch", "pull", "push", "ls-remote", "remote"]);

/** git's own options in front of its command, with what follows them. */
const GIT: Program = {
  operands: "read",
  options: { "-C": "value", "-c": "value", "--git-dir": "value", "--work-tree": "value" },
};

/** Its files are the repository's; its remotes by name are the repository's own. */
function askedByGit(args: readonly ShellWord[]): readonly Asked[] {
  const [command = "", ...operands] = argumentsOf(args, GIT).flatMap(({ word }) =>
    literalsOf(word),
  );
  if (!REMOTE_COMMANDS.has(command)) return [];
  // What comes after a remote is a refspec: `HEAD:main` looks like `host:path`.
  const isRemote = (text: string, index: number) =>
    command === "remote" || index === 0 || /:\/\/|^[\w.-]+@/.test(text);
  return operands.filter(isRemote).flatMap(hostOfRemote);
}

/** `sed -i` writes what it reads. */
function askedBySed(args: readonly ShellWord[], paths: Paths): readonly Asked[] {
  const isInPlace = args.some(({ text }) => /^(-[nErsuz]*i|--in-place)/.test(text));
  const program: Program = {
    ...{ operands: isInPlace ? "write" : "read", skip: 1, instead: ["-e", "-f", "--expression"] },
    options: { "-e": "value", "-f": "read", "--expression": "value" },
  };
  return askedBy(args, program, paths);
}

/** `tar xzf FILE` is `tar -xzf FILE`; what makes an archive reads all the rest. */
function askedByTar(args: readonly ShellWord[], paths: Paths): readonly Asked[] {
  const [first, ...others] = args;
  if (first === undefined) return [];
  const cluster = /^[A-Za-z]+$/.test(first.text) ? wordOf(`-${first.text}`) : first;
  const makes = [cluster, ...others].some(({ text }) =>
    /^(-[a-zA-Z]*[cru]|--(create|append|update)$)/.test(text),
  );
  const archive = makes ? "write" : "read";
  const program: Program = {
    operands: makes ? "read" : undefined,
    options: {
      "-f": archive,
      "--file": archive,
      "-C": "write",
      "--directory": "write",
      "-T": "read",
    },
  };
  return askedBy([cluster, ...others], program, paths);
}

function askedByFind(args: readonly ShellWord[], paths: Paths): readonly Asked[] {
  const first = args.findIndex(({ text }) => /^[-(!]/.test(text));
  const places = first === -1 ? args : args.slice(0, first);
  const isDeleting = args.some(({ text }) => text === "-delete");
  return places.flatMap((word) => paths(isDeleting ? "delete" : "list", word));
}

function askedByNetcat(args: readonly ShellWord[]): readonly Asked[] {
  const [host, port] = args
    .map((word) => literalsOf(word)[0])
    .filter((text) => text !== undefined && !text.startsWith("-"));
  return host === undefined ? [] : [connect(host, Number(port ?? 0))];
}

/** What nobody knows to be opened counts only where a rule forbids just that. */
function asPart(asked: readonly Asked[]): readonly Asked[] {
  return asked.map((one) =>
    "target" in one && one.target.how === "exact"
      ? { ...one, target: { ...one.target, how: "part" } }
      : one,
  );
}

const DEVICES = /^\/dev\/(null|zero|full|u?random|tty|std(in|out|err)|fd\/[012]|(tcp|udp)\/.*)$/;

function opened(operation: PathOperation, paths: readonly AskedPath[]): readonly Asked[] {
  return paths.filter(({ path }) => !DEVICES.test(path)).map((target) => ({ operation, target }));
}

/** The words of a command, as rules for tools look at them. */
export function textOfCommand({ words }: ShellCommand): string {
  return words
    .map(({ text, alternatives: [first, ...others] }) =>
      first === undefined || others.length > 0 ? text : (textOf(first) ?? text),
    )
    .join(" ");
}
