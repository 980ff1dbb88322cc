import { basename, dirname, join } from "node:path/posix";

import type { Invocation, Running } from "../command.ts";
import type { Json } from "./json.ts";
import { JsonSyntaxError } from "./json-reader.ts";
import { JqSyntaxError } from "./lexer.ts";
import { FilterParser } from "./parse-filter.ts";
import { textFrom, valuesIn } from "./read-files.ts";
import type { Scope, UserFunction } from "./scope.ts";
import type { Import, Program } from "./syntax.ts";

/** Where modules are when neither the call nor the import says. */
const USUAL = ["~/.jq"];

interface Loaded {
  readonly functions: readonly UserFunction[];
}

/** Finds what programs import, and gives it its names. */
export class Modules {
  readonly #invocation: Invocation;
  readonly #directories: readonly string[];
  readonly #loaded = new Map<string, Loaded | "loading">();

  constructor(invocation: Invocation, directories: readonly string[] | undefined) {
    this.#invocation = invocation;
    this.#directories = directories ?? USUAL.map((path) => this.#atHome(path));
  }

  /** What a program sees: what `~/.jq` defines, and what it imports itself. */
  *scopeFor(program: Program, outer: Scope): Running<Scope> {
    const own = this.#atHome("~/.jq");
    const scope = this.#isFile(own) ? yield* this.#included(own, outer) : outer;
    return yield* this.#withImports(program, scope, this.#invocation.cwd);
  }

  *#withImports({ imports }: Program, outer: Scope, origin: string): Running<Scope> {
    let scope = outer;
    for (const wish of imports) {
      const path = this.#find(wish, origin);
      if (wish.isData === true) scope = held(scope, wish.as ?? "", yield* this.#data(path));
      else scope = yield* this.#included(path, scope, wish.as);
    }
    return scope;
  }

  /** A scope with a module's functions, `name::` in front of theirs where it has one. */
  *#included(path: string, outer: Scope, name?: string): Running<Scope> {
    const { functions } = yield* this.#load(path, outer);
    const prefix = name === undefined ? "" : `${name}::`;
    return functions.reduce(
      (scope, lent) => scope.lend(lent, prefix + lent.definition.name),
      outer,
    );
  }

  *#load(path: string, outer: Scope): Running<Loaded> {
    const known = this.#loaded.get(path);
    if (known === "loading") throw new JqSyntaxError(`circular import of ${path}\n`);
    if (known !== undefined) return known;
    this.#loaded.set(path, "loading");
    const source = { name: path, text: yield* textFrom(this.#invocation, path) };
    const module = new FilterParser(source).module();
    let scope = yield* this.#withImports(module, outer.variables().within(source), dirname(path));
    const functions: UserFunction[] = [];
    for (const definition of module.definitions) {
      scope = scope.define(definition);
      const made = scope.callable(definition.name, definition.parameters.length);
      if (typeof made === "object") functions.push(made);
    }
    this.#loaded.set(path, { functions });
    return { functions };
  }

  *#data(path: string): Running<Json> {
    try {
      return yield* valuesIn(yield* textFrom(this.#invocation, path));
    } catch (error) {
      if (!(error instanceof JsonSyntaxError)) throw error;
      throw new JqSyntaxError(`error loading data file ${path}: ${error.message}\n`);
    }
  }

  /** The first file of a name: `name.jq`, or `name/jq/main.jq` or `name/name.jq` in its directory. */
  #find({ isData = false, path, search }: Import, origin: string): string {
    const ending = isData ? ".json" : ".jq";
    const places = search?.map((one) => this.#from(origin, one)) ?? [
      this.#invocation.cwd,
      ...this.#directories,
    ];
    const names = [
      `${path}${ending}`,
      join(path, "jq", `main${ending}`),
      join(path, `${basename(path)}${ending}`),
    ];
    const paths = places.flatMap((place) => names.map((name) => join(place, name)));
    const found = paths.find((one) => this.#isFile(one));
    if (found === undefined) throw new JqSyntaxError(`module not found: ${path}\n`);
    return this.#invocation.files.realPath(found);
  }

  #from(origin: string, path: string): string {
    const full = this.#atHome(path);
    return full.startsWith("/") ? full : join(origin, full);
  }

  #atHome(path: string): string {
    return path.startsWith("~/")
      ? join(this.#invocation.env.get("HOME") ?? "/", path.slice(2))
      : path;
  }

  #isFile(path: string): boolean {
    const { files } = this.#invocation;
    return files.exists(path) && files.stat(path).kind === "file";
  }
}

/** Values of a file are there by two names. */
const held = (scope: Scope, name: string, value: Json): Scope =>
  scope.hold(name, value).hold(`${name}::${name}`, value);
