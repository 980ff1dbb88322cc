import { literalOf, type ShellWord, wordOf } from "@agent-sandbox/shell-syntax";

import type { PathOperation } from "./asked.ts";
import type { Program } from "./programs.ts";

/** An argument of a program that names something. */
export interface Argument {
  readonly word: ShellWord;
  readonly use: PathOperation | "remote" | "url";
}

/** What a program would do with its arguments, options first. */
export function argumentsOf(args: readonly ShellWord[], program: Program): readonly Argument[] {
  const { fromOptions, operands, isInstead } = sorted(args, program);
  const { skip = 0, last, operands: use } = program;
  const left = operands.slice(isInstead ? 0 : skip);
  if (use === undefined) return [...fromOptions, ...settings(operands, program)];
  const named = left.map((word, index) => ({
    word,
    use: last !== undefined && left.length > 1 && index === left.length - 1 ? last : use,
  }));
  return [...fromOptions, ...named];
}

interface Sorted {
  readonly fromOptions: readonly Argument[];
  readonly operands: readonly ShellWord[];
  readonly isInstead: boolean;
}

function sorted(args: readonly ShellWord[], { options = {}, instead = [] }: Program): Sorted {
  const [written, rest] = atEnd(args);
  const waiting = written.toReversed();
  const fromOptions: Argument[] = [];
  const operands: ShellWord[] = [];
  let isInstead = false;
  for (let word = waiting.pop(); word !== undefined; word = waiting.pop()) {
    const option = optionOf(word, options);
    if (option === undefined) {
      operands.push(word);
      continue;
    }
    isInstead ||= instead.includes(option.name);
    if (option.use === undefined) continue;
    const value = option.value ?? waiting.pop();
    if (value !== undefined) fromOptions.push(...used(value, option.use));
  }
  return { fromOptions, operands: [...operands, ...rest], isInstead };
}

/** After `--` there are no options. */
function atEnd(args: readonly ShellWord[]): readonly [readonly ShellWord[], readonly ShellWord[]] {
  const end = args.findIndex((word) => literalOf(word) === "--");
  return end === -1 ? [args, []] : [args.slice(0, end), args.slice(end + 1)];
}

interface Option {
  readonly name: string;
  readonly use: NonNullable<Program["options"]>[string] | undefined;
  /** Where it is attached. */
  readonly value: ShellWord | undefined;
}

function optionOf(word: ShellWord, options: NonNullable<Program["options"]>): Option | undefined {
  const text = literalOf(word) ?? word.text;
  if (!/^-./.test(text)) return undefined;
  const [, long, value] = /^(--[^=]+)=(.*)$/s.exec(text) ?? [];
  if (long !== undefined) return { name: long, use: options[long], value: wordOf(value ?? "") };
  if (options[text] !== undefined || text.startsWith("--")) {
    return { name: text, use: options[text], value: undefined };
  }
  return shortOption(text, options);
}

/** `-xzf FILE`, `-oFILE`: the first letter that takes a value has the rest, or the next argument. */
function shortOption(text: string, options: NonNullable<Program["options"]>): Option {
  for (let at = 1; at < text.length; at += 1) {
    const name = `-${text.charAt(at)}`;
    const rest = text.slice(at + 1);
    if (options[name] !== undefined) {
      return { name, use: options[name], value: rest === "" ? undefined : wordOf(rest) };
    }
  }
  return { name: text, use: undefined, value: undefined };
}

function used(word: ShellWord, use: NonNullable<Option["use"]>): readonly Argument[] {
  if (use === "directory") return [{ word, use: "list" }];
  if (use !== "value") return [{ word, use }];
  // curl reads `@FILE`, also behind a field's name.
  const file = /(?:^|=)@(.+)$/s.exec(literalOf(word) ?? "")?.[1];
  return file === undefined || file === "-" ? [] : [{ word: wordOf(file), use: "read" }];
}

function settings(
  words: readonly ShellWord[],
  { settings: uses = {} }: Program,
): readonly Argument[] {
  return words.flatMap((word) => {
    const [, name = "", value] = /^(\w+)=(.+)$/s.exec(literalOf(word) ?? "") ?? [];
    const use = Object.hasOwn(uses, name) ? uses[name] : undefined;
    return use === undefined || value === undefined ? [] : [{ word: wordOf(value), use }];
  });
}
