import { compileCall } from "./compile-call.ts";
import { compileArray, compileObject, compileString } from "./compile-construction.ts";
import { compileBind, compileFold } from "./compile-binding.ts";
import { compileIndex, compileIterate, compileRecurse, compileSlice } from "./compile-path.ts";
import { compileBinary } from "./compile-operator.ts";
import {
  compileBreak,
  compileComma,
  compileIf,
  compileLabel,
  compilePipe,
  compileTry,
} from "./compile-flow.ts";
import type { Compiled } from "./filter.ts";
import { frameAt, mapped, placed, single } from "./filter.ts";
import { described } from "./described.ts";
import { JqError, objectOf } from "./json.ts";
import { formattedSlowly } from "./long-formats.ts";
import type { Machine } from "./machine.ts";
import type { UserFunction } from "./scope.ts";
import { Scope } from "./scope.ts";
import { stepped } from "./steps.ts";
import type { Definition, Filter } from "./syntax.ts";
import { validText } from "./valid-text.ts";

type Of<Kind extends Filter["kind"]> = Extract<Filter, { kind: Kind }>;

const IDENTITY: Compiled = {
  ...placed(
    function* (input) {
      yield input;
    },
    function* (at) {
      yield at;
    },
  ),
  one: (input) => input,
};

/** Compiles a program's tree. */
export class Compiler {
  readonly machine: Machine;
  readonly #own = new Map<string, UserFunction>();

  constructor(machine: Machine) {
    this.machine = machine;
  }

  /** One of jq's own functions that are written in jq, by `name/count`. */
  own(key: string, find: () => Definition | undefined): UserFunction | undefined {
    const known = this.#own.get(key);
    if (known !== undefined) return known;
    const definition = find();
    if (definition === undefined) return undefined;
    const count = definition.parameters.length;
    const made = new Scope().define(definition).callable(definition.name, count);
    if (typeof made === "object") this.#own.set(key, made);
    return this.#own.get(key);
  }

  compile(node: Filter, scope: Scope): Compiled {
    switch (node.kind) {
      case "identity":
        return IDENTITY;
      case "number":
        return single(() => node.value);
      case "string":
        return compileString(node, scope, this);
      case "index":
        return compileIndex(node, scope, this);
      case "iterate":
        return compileIterate(node, scope, this);
      case "slice":
        return compileSlice(node, scope, this);
      case "pipe":
        return compilePipe(node, scope, this);
      case "comma":
        return compileComma(node, scope, this);
      case "call":
        return compileCall(node, scope, this);
      default:
        return this.#rarer(node, scope);
    }
  }

  #rarer(
    node: Of<
      | ("recurse" | "format" | "array" | "object" | "negate" | "binary" | "if" | "try" | "reduce")
      | ("foreach" | "bind" | "define" | "label" | "break" | "variable")
    >,
    scope: Scope,
  ): Compiled {
    switch (node.kind) {
      case "binary":
        return compileBinary(node, scope, this);
      case "array":
        return compileArray(node, scope, this);
      case "object":
        return compileObject(node, scope, this);
      case "if":
        return compileIf(node, scope, this);
      case "try":
        return compileTry(node, scope, this);
      case "variable":
        return this.#variable(node, scope);
      case "reduce":
      case "foreach":
        return compileFold(node, scope, this);
      default:
        return this.#rarest(node, scope);
    }
  }

  #rarest(
    node: Of<"recurse" | "format" | "negate" | "bind" | "define" | "label" | "break">,
    scope: Scope,
  ): Compiled {
    switch (node.kind) {
      case "recurse":
        return compileRecurse(this.machine);
      case "format":
        return stepped([], (_, input) => formattedSlowly(this.machine, node.name, input));
      case "negate":
        return mapped(this.compile(node.inner, scope), (value) => {
          if (typeof value === "number") return -value;
          throw new JqError(`${described(value)} cannot be negated`);
        });
      case "bind":
        return compileBind(node, scope, this);
      case "define":
        return this.compile(node.body, scope.define(node.definition));
      case "label":
        return compileLabel(node, scope, this);
      case "break":
        return compileBreak(node, scope);
    }
  }

  #variable({ name, line, at }: Of<"variable">, scope: Scope): Compiled {
    if (name === "__loc__") {
      const place = objectOf([
        ["file", scope.source.name],
        ["line", line],
      ]);
      return single(() => place);
    }
    if (name === "ENV") {
      const { env } = this.machine.invocation;
      const texts = Array.from(env, ([key, value]) => [key, validText(value)] as const);
      const environment = objectOf(texts);
      return single(() => environment);
    }
    const constant = scope.constant(name);
    if (constant !== undefined) return single(() => constant);
    const hops = scope.hopsTo("variable", name);
    if (hops === undefined) throw scope.error(`$${name} is not defined`, at);
    return single((_, frame) => frameAt(frame, hops).value);
  }
}
