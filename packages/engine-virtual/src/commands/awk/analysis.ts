import { ARRAY_ARGUMENTS } from "./array-arguments.ts";
import { AwkError } from "./awk-error.ts";
import type { Expression, Program, Statement, UserFunction } from "./syntax.ts";

type Node = Expression | Statement;

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && "kind" in value;

/** A node with all that is in it. */
function* nodesIn(node: Node): Generator<Node, void, undefined> {
  yield node;
  for (const value of Object.values<unknown>({ ...node })) {
    const inner: readonly unknown[] = Array.isArray(value) ? value : [value];
    for (const one of inner) {
      if (isNode(one)) yield* nodesIn(one);
      // A redirection is no node, but holds one.
      else if (typeof one === "object" && one !== null && "to" in one && isNode(one.to)) {
        yield* nodesIn(one.to);
      }
    }
  }
}

/** What may take long or wait: its function is a generator. */
const SLOW_STATEMENTS = new Set(["while", "do", "for", "for-in"]);
const SLOW_BUILTINS = new Set(["asort", "asorti", "close", "system"]);

/** What a program's names stand for, and which of its functions may take long. */
export class Analysis {
  readonly #functions: Program["functions"];
  /** The names that are arrays, by the function that they are a parameter of; "" for the others. */
  readonly #arrays = new Map<string, Set<string>>();
  readonly #slow = new Map<string, boolean>();

  constructor({ begin, end, rules, functions }: Program) {
    this.#functions = functions;
    const outside = rules.flatMap((rule) => [rule.pattern, rule.end, rule.action]);
    const main = [...begin, ...end, ...outside.filter((part) => part !== undefined)];
    let known = -1;
    // What one function does with a parameter says what its callers' names are.
    while (known !== this.#size) {
      known = this.#size;
      for (const node of main) this.#learn(node, undefined);
      for (const one of functions.values()) this.#learn(one.body, one);
    }
  }

  get #size(): number {
    return [...this.#arrays.values()].reduce((sum, { size }) => sum + size, 0);
  }

  isArray(name: string, inside: UserFunction | undefined): boolean {
    const owner = inside?.parameters.includes(name) === true ? inside.name : "";
    return this.#arrays.get(owner)?.has(name) === true;
  }

  isArrayParameter(called: UserFunction, index: number): boolean {
    const name = called.parameters[index];
    return name !== undefined && this.isArray(name, called);
  }

  #learn(root: Node, inside: UserFunction | undefined): void {
    for (const node of nodesIn(root)) {
      for (const name of this.#arraysOf(node)) {
        const owner = inside?.parameters.includes(name) === true ? inside.name : "";
        const names = this.#arrays.get(owner) ?? new Set();
        this.#arrays.set(owner, names.add(name));
      }
    }
  }

  #arraysOf(node: Node): readonly string[] {
    if ("array" in node) return [node.array];
    if (node.kind === "builtin") {
      const places = ARRAY_ARGUMENTS[node.name] ?? [];
      return places.flatMap((place) => nameOf(node.args[place]));
    }
    if (node.kind !== "call") return [];
    const called = this.#functions.get(node.name);
    if (called === undefined) return [];
    return node.args.flatMap((arg, index) =>
      this.isArrayParameter(called, index) ? nameOf(arg) : [],
    );
  }

  /** A function that loops, waits or calls itself, or calls one that does. */
  isSlow(name: string): boolean {
    const known = this.#slow.get(name);
    if (known !== undefined) return known;
    const called = this.#functions.get(name);
    if (called === undefined) throw new AwkError(`function ${name} never defined`);
    // Until it is known: whoever asks while this is being found out calls it in a circle.
    this.#slow.set(name, true);
    const isSlow = [...nodesIn(called.body)].some(
      (node) =>
        SLOW_STATEMENTS.has(node.kind) ||
        node.kind === "getline" ||
        (node.kind === "builtin" && SLOW_BUILTINS.has(node.name)) ||
        (node.kind === "call" && this.isSlow(node.name)),
    );
    this.#slow.set(name, isSlow);
    return isSlow;
  }
}

const nameOf = (arg: Expression | undefined): readonly string[] =>
  arg?.kind === "variable" ? [arg.name] : [];
