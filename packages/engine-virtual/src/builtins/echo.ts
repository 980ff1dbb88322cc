import type { Builtin } from "./builtin.ts";
import { echoText } from "./echo-text.ts";

export const echo: Builtin = {
  name: "echo",
  description: "Write words",
  usage: "echo [-neE] [WORD]...",
  run({ args, shell }) {
    let first = 0;
    let newline = true;
    let escapes = false;
    for (; /^-[neE]+$/.test(args[first] ?? ""); first += 1) {
      for (const letter of args[first] ?? "") {
        if (letter === "n") newline = false;
        if (letter === "e") escapes = true;
        if (letter === "E") escapes = false;
      }
    }
    const words = first === 0 ? args : args.slice(first);
    const text = words.length === 1 ? (words[0] ?? "") : words.join(" ");
    if (!escapes) {
      shell.stdout.write(newline ? `${text}\n` : text);
      return 0;
    }
    const { isEnd, written } = echoText(text, "echo");
    shell.stdout.write(newline && !isEnd ? `${written}\n` : written);
    return 0;
  },
};
