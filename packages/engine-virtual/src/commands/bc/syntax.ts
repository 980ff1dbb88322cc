/** Where a value is kept. */
export type Place =
  | { readonly kind: "variable"; readonly name: string }
  | { readonly kind: "element"; readonly name: string; readonly index: Expression };

export type Argument = Expression | { readonly kind: "array"; readonly name: string };

export type Expression =
  | Place
  | { readonly kind: "number"; readonly text: string }
  | { readonly kind: "negative"; readonly of: Expression }
  | { readonly kind: "not"; readonly of: Expression }
  | {
      readonly kind: "operation" | "relation" | "logic";
      readonly sign: string;
      readonly left: Expression;
      readonly right: Expression;
    }
  | {
      readonly kind: "assign";
      readonly sign: string;
      readonly place: Place;
      readonly value: Expression;
    }
  | {
      readonly kind: "step";
      readonly place: Place;
      readonly by: 1 | -1;
      /** Whether the value is that before it. */
      readonly isBehind: boolean;
    }
  | { readonly kind: "call"; readonly name: string; readonly args: readonly Argument[] }
  | { readonly kind: "group"; readonly of: Expression };

export type Statement =
  | { readonly kind: "expression"; readonly value: Expression }
  | { readonly kind: "print"; readonly parts: readonly (Expression | { readonly text: string })[] }
  | { readonly kind: "string"; readonly text: string }
  | {
      readonly kind: "if";
      readonly condition: Expression;
      readonly yes: Statement;
      readonly no: Statement | undefined;
    }
  | {
      readonly kind: "loop";
      readonly start: Expression | undefined;
      readonly condition: Expression | undefined;
      readonly step: Expression | undefined;
      readonly body: Statement;
    }
  | { readonly kind: "block"; readonly body: readonly Statement[] }
  | { readonly kind: "return"; readonly value: Expression | undefined }
  | { readonly kind: "break" | "continue" | "halt" | "quit" | "nothing" };

export interface Parameter {
  readonly name: string;
  readonly isArray: boolean;
}

export interface BcFunction {
  readonly kind: "define";
  readonly name: string;
  readonly isVoid: boolean;
  readonly parameters: readonly Parameter[];
  readonly locals: readonly Parameter[];
  readonly body: readonly Statement[];
}
