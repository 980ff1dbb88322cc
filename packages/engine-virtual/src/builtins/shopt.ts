import { isShoptOption, SHOPT_OPTIONS } from "../shell/shell-options.ts";
import type { Shell } from "../shell/shell.ts";
import { type Builtin, type BuiltinCall, refuse } from "./builtin.ts";
import { readOptions } from "./read-options.ts";
import { isSet, SET_NAMES } from "../shell/set-options.ts";
import { switchName } from "./set.ts";

/** Options that are for who types at a terminal, or for what is not here, and whether they are on. */
const WITHOUT_EFFECT: ReadonlyMap<string, boolean> = new Map([
  ...["autocd", "cdspell", "checkhash", "checkjobs", "checkwinsize", "cmdhist"].map(off),
  ...["complete_fullquote", "direxpand", "dirspell", "force_fignore", "histappend"].map(off),
  ...["histreedit", "histverify", "hostcomplete", "huponexit", "lithist", "login_shell"].map(off),
  ...["mailwarn", "no_empty_cmd_completion", "progcomp", "progcomp_alias", "promptvars"].map(off),
  ...["checkwinsize", "cmdhist", "complete_fullquote", "force_fignore", "hostcomplete"].map(on),
  ...["progcomp", "promptvars"].map(on),
]);

/** Options that mean something, and how they always are. */
const FIXED: ReadonlyMap<string, boolean> = new Map([
  ...["assoc_expand_once", "cdable_vars", "execfail", "extdebug", "gnu_errfmt"].map(off),
  ...["localvar_inherit", "localvar_unset", "noexpand_translation", "restricted_shell"].map(off),
  ...["shift_verbose", "varredir_close", "xpg_echo"].map(off),
  ...["compat31", "compat32", "compat40", "compat41", "compat42", "compat43", "compat44"].map(off),
  ...["extquote", "globasciiranges", "globskipdots", "interactive_comments"].map(on),
  ...["patsub_replacement", "sourcepath"].map(on),
]);

function off(name: string): readonly [string, boolean] {
  return [name, false];
}

function on(name: string): readonly [string, boolean] {
  return [name, true];
}

/** In bash's order. */
const NAMES = [...SHOPT_OPTIONS, ...WITHOUT_EFFECT.keys(), ...FIXED.keys()].sort((a, b) =>
  orderOf(a) < orderOf(b) ? -1 : 1,
);

function orderOf(name: string): string {
  return name === "autocd" ? "" : name;
}

export const shopt: Builtin = {
  name: "shopt",
  description: "Switch options of the shell",
  usage: "shopt [-pqsu] [-o] [OPTION]...",
  run(call) {
    const { letters, rest } = readOptions(call.args, "suqpo");
    const wish = {
      ...{ sets: letters.has("s"), unsets: letters.has("u"), isQuiet: letters.has("q") },
      ...{ isCommand: letters.has("p"), isOfSet: letters.has("o") },
    };
    if (wish.sets && wish.unsets)
      return refuse(call, "cannot set and unset shell options simultaneously");
    if (rest.length === 0) return listAll(call.shell, wish);
    return Math.max(...rest.map((name) => one(call, name, wish)));
  },
};

interface Wish {
  readonly sets: boolean;
  readonly unsets: boolean;
  readonly isQuiet: boolean;
  /** `-p` */
  readonly isCommand: boolean;
  /** `-o`: those of `set`. */
  readonly isOfSet: boolean;
}

function isOn(shell: Shell, name: string, { isOfSet }: Wish): boolean | undefined {
  if (isOfSet) return isSet(shell, name);
  if (isShoptOption(name)) return shell.isOn(name);
  return WITHOUT_EFFECT.get(name) ?? FIXED.get(name);
}

/** All, or those that are on or off where that is asked. */
function listAll(shell: Shell, wish: Wish): number {
  for (const name of wish.isOfSet ? SET_NAMES : NAMES) {
    const state = isOn(shell, name, wish);
    if (state === undefined || (wish.sets && !state) || (wish.unsets && state)) continue;
    shell.stdout.write(lineOf(name, state, wish));
  }
  return 0;
}

function lineOf(name: string, state: boolean, { isCommand, isOfSet }: Wish): string {
  if (!isCommand) return `${name.padEnd(15)}\t${state ? "on" : "off"}\n`;
  if (isOfSet) return `set ${state ? "-" : "+"}o ${name}\n`;
  return `shopt -${state ? "s" : "u"} ${name}\n`;
}

function one(call: BuiltinCall, name: string, wish: Wish): number {
  const { shell } = call;
  const state = isOn(shell, name, wish);
  if (state === undefined)
    return refuse(call, `${name}: invalid ${wish.isOfSet ? "" : "shell "}option name`);
  if (wish.sets || wish.unsets) return switched(call, name, wish);
  if (!wish.isQuiet) shell.stdout.write(lineOf(name, state, wish));
  return state ? 0 : 1;
}

function switched(call: BuiltinCall, name: string, { isOfSet, sets }: Wish): number {
  const { shell } = call;
  if (isOfSet) return switchName(shell, name, sets) ? 0 : 1;
  if (isShoptOption(name)) shell.switch(name, sets);
  const fixed = FIXED.get(name);
  return fixed === undefined || fixed === sets ? 0 : refuse(call, `${name}: not supported`, 2);
}
