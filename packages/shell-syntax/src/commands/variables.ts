import type { Script, Word } from "../syntax-tree.ts";
import { assignmentsIn, loopsIn } from "./nodes-in.ts";
import type { ShellWord } from "./shell-command.ts";

/** What a script itself says about its variables: all values that it gives them, in any order. */
export interface Variables {
  /** Every word that a name is set to. */
  readonly assigned: ReadonlyMap<string, readonly Word[]>;
  /** What is set where the script starts, and the parameters of a function or of `sh -c`. */
  readonly given: ReadonlyMap<string, ShellWord>;
  /** How often one may still be looked up: values that double each other would never end. */
  readonly budget: { left: number };
}

/** The same with what another script sets, which this one runs. */
export function withScript(variables: Variables, script: Script): Variables {
  const assigned = new Map(variables.assigned);
  const add = (name: string, words: readonly Word[]) => {
    assigned.set(name, [...(assigned.get(name) ?? []), ...words]);
  };
  for (const { name, value } of assignmentsIn(script)) {
    add(name, "type" in value ? [value] : value);
  }
  for (const { name, words } of loopsIn(script)) add(name, words ?? []);
  return { ...variables, assigned };
}

/** The same with `$0`, `$1` and so on. */
export function withParameters(variables: Variables, words: readonly ShellWord[]): Variables {
  const given = new Map(variables.given);
  words.forEach((word, index) => given.set(index.toString(), word));
  const all = words.slice(1).flatMap(({ alternatives }) => alternatives);
  for (const name of ["@", "*"]) given.set(name, { text: `$${name}`, alternatives: all });
  return { ...variables, given };
}
