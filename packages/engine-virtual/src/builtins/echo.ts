import type { Builtin } from "./builtin.ts";
import { echoText } from "./echo-text.ts";

export const echo: Builtin = {
  name: "echo",
  description: "Write words",
  usage: "echo [-neE] [WORD]...",
  run({ args, shell }) {
    const count = optionCount(args);
    const words = count === 0 ? args : args.slice(count);
    const text = words.length === 1 ? (words[0] ?? "") : words.join(" ");
    const letters = count === 0 ? "" : args.slice(0, count).join("");
    const end = letters.includes("n") ? "" : "\n";
    const isPlain = letters.lastIndexOf("e") <= letters.lastIndexOf("E");
    const { isEnd, written } = isPlain ? { isEnd: false, written: text } : echoText(text, "echo");
    shell.stdout.write(isEnd ? written : written + end);
    return 0;
  },
};

function optionCount(args: readonly string[]): number {
  let count = 0;
  while (/^-[neE]+$/.test(args[count] ?? "")) count += 1;
  return count;
}
