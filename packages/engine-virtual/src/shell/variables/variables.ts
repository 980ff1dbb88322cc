import { LimitError } from "../../files/errors.ts";
import { lower, upper } from "../letter-case.ts";
import { ReportedFailure, ShellFailure } from "../shell-failure.ts";
import type { ArrayValue } from "./array-value.ts";
import { arrayFrom, type Attributes, isArray, PLAIN, scalarOf, type Variable } from "./variable.ts";

type Scope = Map<string, Variable>;

export interface VariableLimits {
  /** UTF-16 units in one value, or elements in one array. */
  readonly maxVariableSize: number;
}

/** All variables of a shell: the global ones, and those of each function that runs. */
export class Variables {
  readonly #limits: VariableLimits;
  #scopes: Scope[];
  /** Replaced when somebody else shares the arrays. */
  #owner = {};
  #exports: ReadonlyMap<string, string> | undefined;

  constructor(limits: VariableLimits, scopes: Scope[] = [new Map<string, Variable>()]) {
    this.#limits = limits;
    this.#scopes = scopes;
  }

  /** The same for a subshell. Arrays are shared until one of the two changes them. */
  fork(limits: VariableLimits = this.#limits): Variables {
    this.#owner = {};
    const fork = new Variables(
      limits,
      this.#scopes.map((scope) => new Map(scope)),
    );
    fork.#exports = this.#exports;
    return fork;
  }

  pushScope(): void {
    this.#scopes.push(new Map());
  }

  popScope(): void {
    this.#scopes.pop();
    this.#exports = undefined;
  }

  /** After a call that ended in the middle of a function. */
  endScopes(): void {
    if (this.#scopes.length > 1) this.#scopes = this.#scopes.slice(0, 1);
  }

  find(name: string): Variable | undefined {
    for (let at = this.#scopes.length - 1; at >= 0; at -= 1) {
      const variable = this.#scopes[at]?.get(name);
      if (variable !== undefined) return this.#followed(variable);
    }
    return undefined;
  }

  /** The variable itself, where it stands for another one too. */
  own(name: string): Variable | undefined {
    return this.#raw(name);
  }

  /** The name at the end of `declare -n`. */
  resolve(name: string): string {
    let at = name;
    for (let step = 0; step < 8; step += 1) {
      const variable = this.#raw(at);
      if (variable?.reference !== true || typeof variable.value !== "string") return at;
      if (variable.value === "") return at;
      at = variable.value;
    }
    throw new ShellFailure(`${name}: circular name reference`);
  }

  text(name: string): string | undefined {
    return scalarOf(this.find(name));
  }

  set(name: string, value: string): void {
    const variable = this.#forChange(name);
    const text = cased(value, variable);
    this.#bound(text.length);
    if (!isArray(variable.value)) {
      this.#put(name, { ...variable, value: text });
      return;
    }
    const array = this.#ownArray(name, variable.value);
    array.set(array.associative ? "0" : 0, text);
  }

  setElement(name: string, key: number | string, value: string): void {
    const variable = this.#forChange(name);
    const text = cased(value, variable);
    this.#bound(text.length);
    const array = this.#ownArray(name, arrayFrom(variable.value, typeof key === "string"));
    this.#bound(array.size);
    if (typeof key === "number" && key < 0 && array.next + key < 0) {
      throw new ReportedFailure(`${name}[${key}]: bad array subscript`, { ends: "line" });
    }
    array.set(key, text);
  }

  setArray(name: string, array: ArrayValue): void {
    const variable = this.#forChange(name);
    this.#bound(array.size);
    this.#put(name, { ...variable, value: array, owner: this.#owner });
  }

  /** The array of a name, to be changed; made where there is none. */
  ownArray(name: string, associative: boolean): ArrayValue {
    const variable = this.#forChange(name);
    return this.#ownArray(name, arrayFrom(variable.value, associative));
  }

  mark(name: string, attributes: Partial<Attributes>): void {
    const variable = this.#raw(name) ?? PLAIN;
    this.#put(name, { ...variable, ...attributes });
  }

  /** A variable that stands in front of one command. */
  setHere(name: string, variable: Variable): void {
    if (this.#raw(name)?.readonly === true) {
      throw new ReportedFailure(`${name}: readonly variable`);
    }
    this.#scopes.at(-1)?.set(name, variable);
    this.#exports = undefined;
  }

  /** A variable of the function that runs. */
  declareLocal(name: string, inherit: boolean): void {
    const scope = this.#scopes.at(-1);
    if (scope === undefined || scope.has(name)) return;
    const outer = this.#raw(name);
    if (outer?.readonly === true) throw new ShellFailure(`${name}: readonly variable`);
    scope.set(name, {
      ...PLAIN,
      ...(inherit && { value: outer?.value }),
      exported: outer?.exported ?? false,
    });
    this.#exports = undefined;
  }

  /** True where the scope of the function that runs has it. */
  isLocal(name: string): boolean {
    return this.#scopes.length > 1 && this.#scopes.at(-1)?.has(name) === true;
  }

  unset(name: string): void {
    const scope = this.#scopes.findLast((one) => one.has(name));
    if (scope?.get(name)?.readonly === true) {
      throw new ShellFailure(`${name}: cannot unset: readonly variable`);
    }
    const isInner = scope !== undefined && scope !== this.#scopes[0];
    // A local one stays unset until its function ends.
    if (isInner && scope === this.#scopes.at(-1)) scope.set(name, PLAIN);
    else scope?.delete(name);
    this.#exports = undefined;
  }

  unsetElement(name: string, key: number | string): void {
    const variable = this.#forChange(name);
    if (isArray(variable.value)) this.#ownArray(name, variable.value).delete(key);
  }

  /** Every name that has a value, sorted. */
  names(): readonly string[] {
    const all = new Set(this.#scopes.flatMap((scope) => [...scope.keys()]));
    return [...all].sort();
  }

  /** Those of the function that runs, sorted. */
  localNames(): readonly string[] {
    return [...(this.#scopes.at(-1)?.keys() ?? [])].sort();
  }

  /** The global ones as they are, in the order in which they were made. */
  entries(): Iterable<readonly [name: string, variable: Variable]> {
    return this.#scopes[0] ?? [];
  }

  /** What commands get. */
  exported(): ReadonlyMap<string, string> {
    this.#exports ??= this.#exportedNow();
    return this.#exports;
  }

  /** Those of a new shell. */
  onlyExported(): Variables {
    const scope = new Map<string, Variable>([["OLDPWD", { ...PLAIN, exported: true }]]);
    for (const [name, value] of this.exported())
      scope.set(name, { ...PLAIN, value, exported: true });
    return new Variables(this.#limits, [scope]);
  }

  #exportedNow(): ReadonlyMap<string, string> {
    const found = new Map<string, string>();
    for (const scope of this.#scopes) {
      for (const [name, variable] of scope) {
        const text = variable.exported && !isArray(variable.value) ? variable.value : undefined;
        if (text === undefined) found.delete(name);
        else found.set(name, text);
      }
    }
    return found;
  }

  #raw(name: string): Variable | undefined {
    return this.#scopes.findLast((scope) => scope.has(name))?.get(name);
  }

  #followed(variable: Variable): Variable | undefined {
    if (!variable.reference || typeof variable.value !== "string") return variable;
    return this.#raw(this.resolve(variable.value));
  }

  #forChange(name: string): Variable {
    const variable = this.#raw(name) ?? PLAIN;
    if (variable.readonly) {
      throw new ReportedFailure(`${name}: readonly variable`, { ends: "line" });
    }
    return variable;
  }

  #ownArray(name: string, array: ArrayValue): ArrayValue {
    const variable = this.#forChange(name);
    if (variable.value === array && variable.owner === this.#owner) return array;
    const own = variable.value === array ? array.copy() : array;
    this.#put(name, { ...variable, value: own, owner: this.#owner });
    return own;
  }

  #put(name: string, variable: Variable): void {
    const scope = this.#scopes.findLast((one) => one.has(name)) ?? this.#scopes[0];
    if (variable.exported || scope?.get(name)?.exported === true) this.#exports = undefined;
    scope?.set(name, variable);
  }

  #bound(size: number): void {
    const { maxVariableSize } = this.#limits;
    if (size > maxVariableSize) throw new LimitError("maxVariableSize", maxVariableSize);
  }
}

function cased(text: string, { letters }: Variable): string {
  if (letters === undefined) return text;
  return letters === "upper" ? upper(text) : lower(text);
}
