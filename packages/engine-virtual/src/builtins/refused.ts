import { type Builtin, refuse } from "./builtin.ts";

/** What bash has as builtins and this shell has not, with the reason: nobody is to take it for done. */
export const REFUSED_BUILTINS: Readonly<Record<string, string>> = {
  bg: "there are no jobs",
  bind: "there is no line to edit",
  compgen: "there is nothing to complete",
  complete: "there is nothing to complete",
  compopt: "there is nothing to complete",
  disown: "there are no jobs",
  enable: "builtins cannot be switched",
  fc: "there is no history",
  fg: "there are no jobs",
  history: "there is no history",
  logout: "this is no login shell",
  suspend: "there are no jobs",
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

/** There are none, as there would be none in a script. */
export const jobs: Builtin = {
  name: "jobs",
  description: "List what runs in the background: nothing ever does",
  usage: "jobs",
  run: () => 0,
};

export const times: Builtin = {
  name: "times",
  description: "Show the time that the shell has taken: none is counted",
  usage: "times",
  run({ shell }) {
    shell.stdout.write("0m0.000s 0m0.000s\n0m0.000s 0m0.000s\n");
    return 0;
  },
};
