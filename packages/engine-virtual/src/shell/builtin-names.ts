/** What bash has no program for, so that `which` does not find it. */
const ONLY_BUILTIN = new Set([
  ...[".", ":", "alias", "bg", "bind", "break", "builtin", "caller", "cd", "command", "compgen"],
  ...["complete", "compopt", "continue", "declare", "dirs", "disown", "enable", "eval", "exec"],
  ...["exit", "export", "fc", "fg", "getopts", "hash", "help", "history", "jobs", "let", "local"],
  ...["logout", "mapfile", "popd", "pushd", "read", "readarray", "readonly", "return", "set"],
  ...["shift", "shopt", "source", "suspend", "times", "trap", "type", "typeset", "ulimit", "umask"],
  ...["unalias", "unset", "wait"],
]);

/** What bash has as builtins too. */
const ALSO_BUILTIN = new Set(["[", "echo", "false", "kill", "printf", "pwd", "test", "true"]);

export function isProgramless(name: string): boolean {
  return ONLY_BUILTIN.has(name);
}

/** Whether bash itself runs it: everything else is a process of its own there. */
export function isShellBuiltin(name: string): boolean {
  return ONLY_BUILTIN.has(name) || ALSO_BUILTIN.has(name);
}
