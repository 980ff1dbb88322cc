import type { GetoptSpec, Takes } from "./getopt-spec.ts";

/** What a script was called with, in getopt's order. */
export interface Parameters {
  /** Options as they are written, and values. */
  readonly options: readonly (readonly [text: string, isValue: boolean])[];
  readonly operands: readonly string[];
  readonly errors: readonly string[];
}

/** Reads the parameters of a script; what is wrong is left out, and said. */
export function readParameters(words: readonly string[], spec: GetoptSpec): Parameters {
  return new Reading(words, spec).read();
}

class Reading {
  readonly #spec: GetoptSpec;
  readonly #words: string[];
  readonly #options: (readonly [string, boolean])[] = [];
  readonly #operands: string[] = [];
  readonly #errors: string[] = [];

  constructor(words: readonly string[], spec: GetoptSpec) {
    this.#words = words.toReversed();
    this.#spec = spec;
  }

  read(): Parameters {
    for (let word = this.#words.pop(); word !== undefined; word = this.#words.pop()) {
      if (word === "--") break;
      if (word === "-" || !word.startsWith("-")) {
        if (!this.#operand(word)) break;
      } else if (word.startsWith("--")) this.#long(word.slice(2), "--");
      else if (this.#isLong(word)) this.#long(word.slice(1), "-");
      else if (this.#isNeither(word)) this.#errors.push(`unrecognized option '${word}'`);
      else this.#bundle(word.slice(1));
    }
    const operands = [...this.#operands, ...this.#words.toReversed()];
    return { operands, options: this.#options, errors: this.#errors };
  }

  /** False where nothing behind it is an option. */
  #operand(word: string): boolean {
    if (this.#spec.order === "in-place") this.#options.push([word, true]);
    else if (this.#spec.order === "permute") this.#operands.push(word);
    else this.#words.push(word);
    return this.#spec.order !== "stop";
  }

  #isLong(word: string): boolean {
    if (!this.#spec.isAlternative) return false;
    const name = word.slice(1).replace(/=.*/s, "");
    const isMeant = this.#meant(name).length > 0;
    return isMeant && (word.length > 2 || !this.#spec.short.has(name));
  }

  /** With `-a`, what does not begin as a short option does is told as a long one. */
  #isNeither(word: string): boolean {
    return this.#spec.isAlternative && !this.#spec.short.has(word.charAt(1));
  }

  #meant(name: string): readonly string[] {
    const names = [...this.#spec.long.keys()];
    return names.includes(name) ? [name] : names.filter((one) => one.startsWith(name));
  }

  #long(text: string, dashes: string): void {
    const equals = text.indexOf("=");
    const name = equals === -1 ? text : text.slice(0, equals);
    const [meant, ...others] = this.#meant(name);
    if (meant === undefined) {
      this.#errors.push(`unrecognized option '${dashes}${text}'`);
    } else if (others.length > 0) {
      const all = [meant, ...others].map((one) => `'${dashes}${one}'`).join(" ");
      this.#errors.push(`option '${dashes}${text}' is ambiguous; possibilities: ${all}`);
    } else this.#known(meant, dashes, equals === -1 ? undefined : text.slice(equals + 1));
  }

  #known(name: string, dashes: string, given: string | undefined): void {
    const takes = this.#spec.long.get(name) ?? "none";
    if (takes === "none" && given !== undefined) {
      this.#errors.push(`option '${dashes}${name}' doesn't allow an argument`);
      return;
    }
    const value = given ?? (takes === "required" ? this.#words.pop() : undefined);
    if (takes === "required" && value === undefined) {
      this.#errors.push(`option '${dashes}${name}' requires an argument`);
    } else this.#add(`--${name}`, takes, value);
  }

  #bundle(letters: string): void {
    for (let at = 0; at < letters.length; at += 1) {
      const letter = letters.charAt(at);
      const takes = this.#spec.short.get(letter);
      if (takes === undefined) this.#errors.push(`invalid option -- '${letter}'`);
      else if (takes === "none") this.#add(`-${letter}`, takes, undefined);
      else {
        this.#valued(letter, takes, letters.slice(at + 1));
        return;
      }
    }
  }

  #valued(letter: string, takes: Takes, rest: string): void {
    const value = rest === "" && takes === "required" ? this.#words.pop() : rest;
    if (value === undefined) this.#errors.push(`option requires an argument -- '${letter}'`);
    else this.#add(`-${letter}`, takes, value);
  }

  #add(option: string, takes: Takes, value: string | undefined): void {
    this.#options.push([option, false]);
    if (takes !== "none") this.#options.push([value ?? "", true]);
  }
}
