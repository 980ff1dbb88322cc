import type { Analysis } from "./analysis.ts";
import { AwkArray } from "./awk-array.ts";
import { AwkError } from "./awk-error.ts";
import type { Locals } from "./code.ts";
import type { Machine } from "./machine.ts";
import { SPECIAL_VARIABLES } from "./special-variables.ts";
import type { UserFunction } from "./syntax.ts";
import type { Value } from "./value.ts";

/** Where a variable is kept. */
export interface Place {
  readonly get: (locals: Locals) => Value;
  readonly set: (locals: Locals, value: Value) => void;
}

/** Finds what the names of a program stand for. */
export class Scope {
  readonly machine: Machine;
  readonly analysis: Analysis;
  /** The function whose body is compiled. */
  readonly inside: UserFunction | undefined;

  constructor(machine: Machine, analysis: Analysis, inside?: UserFunction) {
    this.machine = machine;
    this.analysis = analysis;
    this.inside = inside;
  }

  /** The same names, seen from the body of a function. */
  within(inside: UserFunction): Scope {
    return new Scope(this.machine, this.analysis, inside);
  }

  isArray(name: string): boolean {
    return this.analysis.isArray(name, this.inside);
  }

  array(name: string): (locals: Locals) => AwkArray {
    const local = this.inside?.parameters.indexOf(name) ?? -1;
    if (local !== -1) {
      return (locals) => {
        const found = locals[local];
        if (found instanceof AwkArray) return found;
        throw new AwkError(`type error in arg(${local + 1}) of a call: ${name} is no array`);
      };
    }
    if (SPECIAL_VARIABLES.has(name)) throw new AwkError(`syntax error: ${name} is no array`);
    const array = this.machine.array(name);
    return () => array;
  }

  place(name: string): Place {
    if (this.isArray(name)) throw new AwkError(`type error: ${name} is an array`);
    const local = this.inside?.parameters.indexOf(name) ?? -1;
    if (local !== -1) return localPlace(local);
    const { machine } = this;
    const special = SPECIAL_VARIABLES.get(name);
    if (special !== undefined) {
      return {
        get: () => special.get(machine),
        set: (_, value) => special.set(machine, value),
      };
    }
    const { values } = machine;
    const index = machine.placeOf(name);
    return {
      get: () => values[index],
      set: (_, value) => {
        values[index] = value;
      },
    };
  }
}

function localPlace(index: number): Place {
  return {
    get: (locals) => {
      const value = locals[index];
      if (value instanceof AwkArray) throw new AwkError("type error: an array is used as a value");
      return value;
    },
    set: (locals, value) => {
      locals[index] = value;
    },
  };
}
