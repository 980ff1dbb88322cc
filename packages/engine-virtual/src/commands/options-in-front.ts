import type { Command } from "./command.ts";
import type { OptionTable } from "./options.ts";

/** The spellings that take the next word as their value. */
function takingNext(table: OptionTable): ReadonlySet<string> {
  const all = Object.values(table).filter((text) => /[^[]=/.test(text));
  return new Set(all.flatMap((text) => text.replace(/=.*/, "").split(" ")));
}

/** Where the operands begin. */
function firstOperand(table: OptionTable, args: readonly string[]): number {
  const taking = takingNext(table);
  let at = 0;
  for (let word = args[at]; word !== undefined; word = args[at]) {
    if (word === "--" || !/^-./.test(word)) return at;
    at += taking.has(word) ? 2 : 1;
  }
  return args.length;
}

/** A command that runs another one: what stands behind the first operand is none of its options. */
export function withOptionsInFront(command: Command, table: OptionTable): Command {
  return {
    ...command,
    run(invocation) {
      const { args } = invocation;
      const at = firstOperand(table, args);
      const words = args[at] === "--" ? args : args.toSpliced(at, 0, "--");
      return command.run({ ...invocation, args: words });
    },
  };
}
