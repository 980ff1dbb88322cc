import { ShellFailure } from "../shell-failure.ts";
import { type Expression, parseArithmetic, type Place } from "./parse-arithmetic.ts";

/** Where arithmetic finds its variables. */
export interface ArithmeticPlaces {
  read(place: Place): string | undefined;
  write(place: Place, value: string): void;
}

const MOST_FOLLOWED = 200;

/** The value of an expression in 64 bits, as bash has it. */
export function evaluateText(text: string, places: ArithmeticPlaces): bigint {
  return new Evaluation(places).text(text);
}

type AssignNode = Extract<Expression, { readonly type: "assign" }>;
type BinaryNode = Extract<Expression, { readonly type: "binary" }>;

class Evaluation {
  readonly #places: ArithmeticPlaces;
  #followed = 0;
  /** The expression that is being evaluated, for messages. */
  #text = "";

  constructor(places: ArithmeticPlaces) {
    this.#places = places;
  }

  text(text: string): bigint {
    const outer = this.#text;
    this.#text = text.trimStart();
    const value = this.#value(parseArithmetic(text));
    this.#text = outer;
    return value;
  }

  #value(node: Expression): bigint {
    switch (node.type) {
      case "number":
        return node.value;
      case "name":
        return this.#read(node);
      case "unary":
        return unary(node.operator, this.#value(node.operand));
      case "binary":
        return this.#binary(node);
      case "ternary":
        return this.#value(this.#value(node.test) === 0n ? node.no : node.yes);
      case "step":
        return this.#step(node);
      case "assign":
        return this.#assign(node);
      default:
        return this.#failing(node);
    }
  }

  /** Where it is wrong, once what stands before has been carried out. */
  #failing({ before, failure }: Extract<Expression, { readonly type: "failing" }>): never {
    if (before !== undefined) this.#value(before);
    throw failure;
  }

  #step({ before, by, place }: Extract<Expression, { readonly type: "step" }>): bigint {
    const old = this.#read(place);
    const value = this.#write(place, old + by);
    return before ? value : old;
  }

  #assign(node: AssignNode): bigint {
    const { operator, place, value } = node;
    if (operator === "") return this.#write(place, this.#value(value));
    const left = this.#read(place);
    return this.#write(place, this.#compute(node, left, this.#value(value)));
  }

  #binary(node: BinaryNode): bigint {
    const { operator, right } = node;
    const first = this.#value(node.left);
    if (operator === "&&") return truth(first !== 0n && this.#value(right) !== 0n);
    if (operator === "||") return truth(first !== 0n || this.#value(right) !== 0n);
    return this.#compute(node, first, this.#value(right));
  }

  #compute({ operator, rest }: AssignNode | BinaryNode, left: bigint, right: bigint): bigint {
    try {
      return compute(operator, left, right);
    } catch (error) {
      if (!(error instanceof ShellFailure)) throw error;
      throw new ShellFailure(`${this.#text}: ${error.message} (error token is "${rest}")`);
    }
  }

  /** A variable's value is an expression again. */
  #read(place: Place): bigint {
    const text = this.#places.read(place);
    if (text === undefined || text === "") return 0n;
    if (/^\d{1,18}$/.test(text) && (text === "0" || !text.startsWith("0"))) return BigInt(text);
    this.#followed += 1;
    if (this.#followed > MOST_FOLLOWED) {
      throw new ShellFailure(
        `${text}: expression recursion level exceeded (error token is "${text}")`,
      );
    }
    const value = this.text(text);
    this.#followed -= 1;
    return value;
  }

  #write(place: Place, value: bigint): bigint {
    const wrapped = BigInt.asIntN(64, value);
    this.#places.write(place, wrapped.toString());
    return wrapped;
  }
}

function truth(value: boolean): bigint {
  return value ? 1n : 0n;
}

function unary(operator: string, value: bigint): bigint {
  if (operator === "!") return truth(value === 0n);
  if (operator === "~") return ~value;
  return BigInt.asIntN(64, operator === "-" ? -value : value);
}

function compute(operator: string, left: bigint, right: bigint): bigint {
  const compared = COMPARISONS[operator];
  if (compared !== undefined) return truth(compared(left, right));
  const operation = OPERATIONS[operator];
  if (operation === undefined) throw new ShellFailure(`${operator}: syntax error in expression`);
  return BigInt.asIntN(64, operation(left, right));
}

type Comparison = (left: bigint, right: bigint) => boolean;

const COMPARISONS: Readonly<Record<string, Comparison>> = {
  "==": (left, right) => left === right,
  "!=": (left, right) => left !== right,
  "<": (left, right) => left < right,
  ">": (left, right) => left > right,
  "<=": (left, right) => left <= right,
  ">=": (left, right) => left >= right,
};

type Computation = (left: bigint, right: bigint) => bigint;

const OPERATIONS: Readonly<Record<string, Computation>> = {
  ",": (_, right) => right,
  "+": (left, right) => left + right,
  "-": (left, right) => left - right,
  "*": (left, right) => left * right,
  "/": (left, right) => left / divisor(right),
  "%": (left, right) => left % divisor(right),
  "**": power,
  "<<": (left, right) => left << (right & 63n),
  ">>": (left, right) => left >> (right & 63n),
  "&": (left, right) => left & right,
  "|": (left, right) => left | right,
  "^": (left, right) => left ^ right,
};

function divisor(value: bigint): bigint {
  if (value === 0n) throw new ShellFailure("division by 0");
  return value;
}

/** Wraps at each step: the true power of large numbers would have no end. */
function power(base: bigint, exponent: bigint): bigint {
  if (exponent < 0n) throw new ShellFailure("exponent less than 0");
  let result = 1n;
  let square = base;
  for (let left = exponent; left > 0n; left >>= 1n) {
    if ((left & 1n) === 1n) result = BigInt.asIntN(64, result * square);
    square = BigInt.asIntN(64, square * square);
  }
  return result;
}
