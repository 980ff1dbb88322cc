import type { Running } from "../command.ts";
import type { Call } from "../define-command.ts";
import { complain, defineCommand } from "../define-command.ts";
import { CommandError, UsageError } from "../options.ts";
import { localeQuoted } from "../quote.ts";

const OPTIONS = {
  ignored: "-a",
  group: "-g --group",
  groups: "-G --groups",
  name: "-n --name",
  real: "-r --real",
  user: "-u --user",
  zero: "-z --zero",
} as const;

type IdCall = Call<keyof typeof OPTIONS>;

/** There is one user, in one group. */
const isRoot = (name: string): boolean => /^(?:root|\+?0+)$/.test(name);

function shownFor({ options }: IdCall): string {
  const picks = (["user", "group", "groups"] as const).filter((key) => options.has(key));
  if (picks.length > 1) throw new CommandError('cannot print "only" of more than one choice');
  const [pick] = picks;
  if (pick === undefined) {
    if (options.has("name", "real")) {
      throw new CommandError("cannot print only names or real IDs in default format");
    }
    if (options.has("zero")) {
      throw new CommandError("option --zero not permitted in default format");
    }
    return "uid=0(root) gid=0(root) groups=0(root)";
  }
  return options.has("name") ? "root" : "0";
}

function* run(call: IdCall): Running<number> {
  yield;
  const { invocation, options } = call;
  const shown = shownFor(call);
  let status = 0;
  for (const user of options.operands.length === 0 ? ["root"] : options.operands) {
    if (isRoot(user)) invocation.stdout.write(shown + (options.has("zero") ? "\0" : "\n"));
    else {
      complain(invocation, `${localeQuoted(user)}: no such user`);
      status = 1;
    }
  }
  return status;
}

export const id = defineCommand({
  name: "id",
  description: "Show who runs the commands",
  usage: "[OPTION]... [USER]...",
  options: OPTIONS,
  run,
});

function* showName({ invocation, options }: Call<never>): Running<number> {
  yield;
  const [extra] = options.operands;
  if (extra !== undefined) throw new UsageError(`extra operand ${localeQuoted(extra)}`);
  invocation.stdout.write("root\n");
  return 0;
}

export const whoami = defineCommand<never>({
  name: "whoami",
  description: "Show the name of the user",
  usage: "",
  options: {},
  run: showName,
});

/** Everybody that there is belongs to root's own group. */
export const groups = defineCommand<never>({
  name: "groups",
  description: "Show the groups that a user is in",
  usage: "[USERNAME]...",
  options: {},
  *run({ invocation, options: { operands } }: Call<never>): Running<number> {
    yield;
    if (operands.length === 0) invocation.stdout.write("root\n");
    let status = 0;
    for (const user of operands) {
      if (isRoot(user)) invocation.stdout.write(`${user} : root\n`);
      else {
        complain(invocation, `${localeQuoted(user)}: no such user`);
        status = 1;
      }
    }
    return status;
  },
});
