/** What bash says of a builtin that was given an option that it does not have. */
const USAGES: Readonly<Partial<Record<string, string>>> = {
  ".": "filename [arguments]",
  alias: "[-p] [name[=value] ... ]",
  builtin: "[shell-builtin [arg ...]]",
  cd: "[-L|[-P [-e]] [-@]] [dir]",
  command: "[-pVv] command [arg ...]",
  declare: "[-aAfFgiIlnrtux] [name[=value] ...] or declare -p [-aAfFilnrtux] [name ...]",
  disown: "[-h] [-ar] [jobspec ... | pid ...]",
  eval: "[arg ...]",
  exec: "[-cl] [-a name] [command [argument ...]] [redirection ...]",
  export: "[-fn] [name[=value] ...] or export -p",
  hash: "[-lr] [-p pathname] [-dt] [name ...]",
  jobs: "[-lnprs] [jobspec ...] or jobs -x command [args]",
  local: "[option] name[=value] ...",
  mapfile:
    "[-d delim] [-n count] [-O origin] [-s count] [-t] [-u fd] [-C callback] [-c quantum] [array]",
  printf: "[-v var] format [arguments]",
  pwd: "[-LP]",
  read: "[-ers] [-a array] [-d delim] [-i text] [-n nchars] [-N nchars] [-p prompt] [-t timeout] [-u fd] [name ...]",
  readarray:
    "[-d delim] [-n count] [-O origin] [-s count] [-t] [-u fd] [-C callback] [-c quantum] [array]",
  readonly: "[-aAf] [name[=value] ...] or readonly -p",
  set: "[-abefhkmnptuvxBCEHPT] [-o option-name] [--] [-] [arg ...]",
  shopt: "[-pqsu] [-o] [optname ...]",
  source: "filename [arguments]",
  trap: "[-lp] [[arg] signal_spec ...]",
  type: "[-afptP] name [name ...]",
  typeset: "[-aAfFgiIlnrtux] name[=value] ... or typeset -p [-aAfFilnrtux] [name ...]",
  umask: "[-p] [-S] [mode]",
  unalias: "[-a] name [name ...]",
  unset: "[-f] [-v] [-n] [name ...]",
  wait: "[-fn] [-p var] [id ...]",
};

/** The line behind the complaint; empty for what has none. */
export function usageLine(name: string): string {
  const usage = USAGES[name];
  return usage === undefined ? "" : `${name}: usage: ${name} ${usage}\n`;
}
