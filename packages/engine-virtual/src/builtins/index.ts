import { alias, unalias } from "./alias.ts";
import { bash, sh } from "./bash.ts";
import type { Builtin } from "./builtin.ts";
import { caller } from "./caller.ts";
import { cd } from "./cd.ts";
import { clear, colon, no, yes } from "./constants.ts";
import { declare, exportVariables, local, readonly, typeset } from "./declare.ts";
import { dirs, popd, pushd } from "./directories.ts";
import { echo } from "./echo.ts";
import { env } from "./env.ts";
import * as flow from "./flow.ts";
import { getopts } from "./getopts.ts";
import { hash } from "./hash.ts";
import { help } from "./help.ts";
import { disown, jobs } from "./jobs.ts";
import { kill } from "./kill.ts";
import { mapfile, readarray } from "./mapfile.ts";
import { nohup } from "./nohup.ts";
import { printf } from "./printf.ts";
import { pwd } from "./pwd.ts";
import { read } from "./read.ts";
import { REFUSED, times } from "./refused.ts";
import { set } from "./set.ts";
import { shopt } from "./shopt.ts";
import { dot, exec, source } from "./source.ts";
import { bracket, test } from "./test.ts";
import { trap } from "./trap.ts";
import { umask } from "./umask.ts";
import { unset } from "./unset.ts";
import { wait } from "./wait.ts";
import { builtin, command, type, which } from "./which.ts";

/** Every command that works on the shell itself. */
export const BUILTINS: readonly Builtin[] = [
  ...[alias, bash, bracket, builtin, caller, cd, clear, colon, command, declare, dirs, disown],
  ...[dot, echo, env, exec, exportVariables, getopts, hash, help, jobs, kill, local, mapfile],
  ...[no, nohup, popd, printf, pushd, pwd, read, readarray, readonly, set, sh, shopt, source],
  ...[test, times, trap, type, typeset, umask, unalias, unset, wait, which, yes],
  ...[flow.breakLoop, flow.continueLoop, flow.evaluateWords, flow.exit, flow.letBuiltin],
  ...[flow.returnFrom, flow.shift],
  ...REFUSED,
];
