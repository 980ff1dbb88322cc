import { type Builtin, refuse } from "./builtin.ts";

/** What bash has as builtins and this shell has not, with the reason: nobody is to take it for done. */
export const REFUSED_BUILTINS: Readonly<Record<string, string>> = {
  bg: "there is no job control",
  bind: "there is no line to edit",
  compgen: "there is nothing to complete",
  complete: "there is nothing to complete",
  compopt: "there is nothing to complete",
  enable: "builtins cannot be switched",
  fc: "there is no history",
  fg: "there is no job control",
  history: "there is no history",
  logout: "this is no login shell",
  suspend: "there is no job control",
  ulimit: "the sandbox has limits of its own",
};

export const REFUSED: readonly Builtin[] = Object.entries(REFUSED_BUILTINS).map(
  ([name, reason]) => ({
    name,
    description: `Not supported: ${reason}`,
    usage: name,
    run: (call) => refuse(call, `not supported: ${reason}`),
  }),
);

export const times: Builtin = {
  name: "times",
  description: "Show the time that the shell has taken: none is counted",
  usage: "times",
  run({ shell }) {
    shell.stdout.write("0m0.000s 0m0.000s\n0m0.000s 0m0.000s\n");
    return 0;
  },
};
