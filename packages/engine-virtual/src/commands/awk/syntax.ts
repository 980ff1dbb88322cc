/** An awk program as a tree. */

export type Expression =
  | { readonly kind: "number"; readonly value: number }
  | { readonly kind: "string"; readonly value: string }
  | { readonly kind: "regex"; readonly source: string }
  | Target
  | {
      readonly kind: "assign";
      readonly operator: string;
      readonly target: Target;
      readonly value: Expression;
    }
  | {
      readonly kind: "condition";
      readonly test: Expression;
      readonly yes: Expression;
      readonly no: Expression;
    }
  | {
      readonly kind: "logic";
      readonly operator: "&&" | "||";
      readonly left: Expression;
      readonly right: Expression;
    }
  | { readonly kind: "in"; readonly subscripts: readonly Expression[]; readonly array: string }
  | {
      readonly kind: "match";
      readonly negated: boolean;
      readonly left: Expression;
      readonly right: Expression;
    }
  | {
      readonly kind: "binary";
      readonly operator: string;
      readonly left: Expression;
      readonly right: Expression;
    }
  | { readonly kind: "unary"; readonly operator: "-" | "+" | "!"; readonly operand: Expression }
  | {
      readonly kind: "step";
      readonly delta: 1 | -1;
      readonly isPrefix: boolean;
      readonly target: Target;
    }
  /** `(a, b)`: the arguments of a `print`, or the subscripts in front of `in`. */
  | { readonly kind: "group"; readonly parts: readonly Expression[] }
  | { readonly kind: "call"; readonly name: string; readonly args: readonly Expression[] }
  | { readonly kind: "builtin"; readonly name: string; readonly args: readonly Expression[] }
  | Getline;

/** What a value can be put into. */
export type Target =
  | { readonly kind: "variable"; readonly name: string }
  | { readonly kind: "element"; readonly array: string; readonly subscripts: readonly Expression[] }
  | { readonly kind: "field"; readonly number: Expression };

export interface Getline {
  readonly kind: "getline";
  /** Where it reads: the main input, a file, or what a command prints. */
  readonly from: "input" | "file" | "command";
  readonly source?: Expression;
  readonly target?: Target;
}

export interface Redirection {
  readonly kind: ">" | ">>" | "|";
  readonly to: Expression;
}

export type Statement =
  | { readonly kind: "block"; readonly body: readonly Statement[] }
  | { readonly kind: "expression"; readonly expression: Expression }
  | {
      readonly kind: "print" | "printf";
      readonly args: readonly Expression[];
      readonly redirection?: Redirection;
    }
  | {
      readonly kind: "if";
      readonly test: Expression;
      readonly yes: Statement;
      readonly no?: Statement;
    }
  | { readonly kind: "while"; readonly test: Expression; readonly body: Statement }
  | { readonly kind: "do"; readonly test: Expression; readonly body: Statement }
  | {
      readonly kind: "for";
      readonly start?: Statement;
      readonly test?: Expression;
      readonly step?: Statement;
      readonly body: Statement;
    }
  | {
      readonly kind: "for-in";
      readonly variable: Target;
      readonly array: string;
      readonly body: Statement;
    }
  | { readonly kind: "jump"; readonly to: "break" | "continue" | "next" | "nextfile" }
  | { readonly kind: "exit" | "return"; readonly value?: Expression }
  | { readonly kind: "delete"; readonly array: string; readonly subscripts: readonly Expression[] };

export interface Rule {
  /** Without one, every record. */
  readonly pattern?: Expression;
  /** Where a range of records ends. */
  readonly end?: Expression;
  /** Without one, the record is printed. */
  readonly action?: Statement;
}

export interface UserFunction {
  readonly name: string;
  readonly parameters: readonly string[];
  readonly body: Statement;
}

export interface Program {
  readonly begin: readonly Statement[];
  readonly end: readonly Statement[];
  readonly rules: readonly Rule[];
  readonly functions: ReadonlyMap<string, UserFunction>;
  /** Where arrays are used that are no parameters. */
  readonly arrays: readonly ArrayUse[];
}

export interface ArrayUse {
  readonly name: string;
  /** In the program's text. */
  readonly at: number;
}
