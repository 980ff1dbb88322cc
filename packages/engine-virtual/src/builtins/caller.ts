import { type Builtin, refuse } from "./builtin.ts";

export const caller: Builtin = {
  name: "caller",
  description: "Show where the function that runs was called",
  usage: "caller [LEVEL]",
  run(call) {
    const { args, shell } = call;
    const [given] = args;
    if (given !== undefined && !/^\d+$/.test(given)) return refuse(call, `${given}: invalid number`, 2);
    const level = Number(given ?? 0);
    const frame = shell.calls.at(-1 - level);
    const outer = shell.calls.at(-2 - level);
    if (frame === undefined) return 1;
    const origin = outer?.origin ?? shell.file;
    if (given === undefined) shell.stdout.write(`${frame.line} ${origin ?? "NULL"}\n`);
    else if (origin === undefined) return 1;
    else shell.stdout.write(`${frame.line} ${outer?.name ?? "main"} ${origin}\n`);
    return 0;
  },
};
