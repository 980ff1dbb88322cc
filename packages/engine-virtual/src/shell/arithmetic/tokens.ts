import { ShellFailure } from "../shell-failure.ts";

/** Each with the place where it stands. */
export type Token = { readonly at: number } & (
  | { readonly type: "number"; readonly value: bigint }
  | { readonly type: "name"; readonly name: string; readonly index: string | undefined }
  | { readonly type: "operator"; readonly text: string }
  /** What is no token: nothing is read behind it. */
  | { readonly type: "wrong"; readonly failure: ShellFailure }
);

const OPERATORS =
  /^(?:<<=|>>=|\*\*|\+\+|--|&&|\|\||<<|>>|<=|>=|==|!=|[-+*/%&^|]=|[-+*/%&^|!~<>=?:,()])/;

/** An expression whose expansions are done, as tokens. */
export function tokensOf(text: string): readonly Token[] {
  const tokens: Token[] = [];
  let at = 0;
  for (;;) {
    at += /^\s*/.exec(text.slice(at))?.[0].length ?? 0;
    if (at >= text.length) return tokens;
    try {
      const { token, length } = readToken(text, at, tokens.at(-1));
      tokens.push(token);
      at += length;
    } catch (error) {
      if (!(error instanceof ShellFailure)) throw error;
      return [...tokens, { at, type: "wrong", failure: error }];
    }
  }
}

function readToken(
  text: string,
  at: number,
  before: Token | undefined,
): { readonly token: Token; readonly length: number } {
  const rest = text.slice(at, at + 4000);
  const number = /^\d[\w#@]*/.exec(rest)?.[0];
  if (number !== undefined) {
    const { length } = number;
    const value = numberOf(text.slice(0, at + length), number);
    return { token: { at, type: "number", value }, length };
  }
  const name = /^[A-Za-z_]\w*/.exec(rest)?.[0];
  if (name !== undefined) {
    const length = text[at + name.length] === "[" ? indexLength(text, at + name.length, at) : 0;
    const from = at + name.length;
    const index = length === 0 ? undefined : text.slice(from + 1, from + length - 1);
    return { token: { at, type: "name", name, index }, length: name.length + length };
  }
  const operator = operatorIn(rest, before);
  if (operator === undefined) throw operandExpected(text, rest, before);
  return { token: { at, type: "operator", text: operator }, length: operator.length };
}

/** `--` is one operator beside a name, and twice a minus beside anything else. */
function operatorIn(rest: string, before: Token | undefined): string | undefined {
  const operator = OPERATORS.exec(rest)?.[0];
  if (operator !== "++" && operator !== "--") return operator;
  const isStep = before?.type === "name" || /^..\s*[A-Za-z_]/.test(rest);
  return isStep ? operator : operator.charAt(0);
}

/** From `[` to its `]`. */
function indexLength(text: string, start: number, name: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    if (text[at] === "[") depth += 1;
    if (text[at] === "]") depth -= 1;
    if (depth === 0) return at + 1 - start;
  }
  throw wrongToken(text, "bad array subscript", text.slice(name));
}

function operandExpected(text: string, rest: string, before: Token | undefined): ShellFailure {
  const isOperand = before !== undefined && before.type !== "operator";
  const state = isOperand ? "invalid arithmetic operator" : "operand expected";
  return wrongToken(text, `syntax error: ${state}`, rest);
}

function wrongToken(text: string, state: string, token: string): ShellFailure {
  return new ShellFailure(`${text.trimStart()}: ${state} (error token is "${token}")`);
}

const DIGITS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ@_";

/** The value of a token, and `whole` the expression up to its end, which is as much as bash tells of it. */
function numberOf(whole: string, text: string): bigint {
  if (/^0[xX][\dA-Fa-f]*$/.test(text)) return BigInt.asIntN(64, BigInt(`${text}0`) >> 4n);
  const based = /^(\d+)#([\w@]+)$/.exec(text);
  const written =
    based === null ? octalOf(text) : { base: Number(based[1]), digits: based[2] ?? "" };
  if (written !== undefined) return inBase(whole, { text, ...written });
  if (/^\d+$/.test(text)) return BigInt.asIntN(64, BigInt(text));
  throw wrongToken(whole, "value too great for base", text);
}

function octalOf(text: string): Pick<Based, "base" | "digits"> | undefined {
  return /^0\d/.test(text) ? { base: 8, digits: text.slice(1) } : undefined;
}

interface Based {
  readonly text: string;
  readonly base: number;
  readonly digits: string;
}

function inBase(whole: string, { base, digits, text }: Based): bigint {
  if (base < 2 || base > 64) throw wrongToken(whole, "invalid arithmetic base", text);
  let value = 0n;
  for (const one of base <= 36 ? digits.toLowerCase() : digits) {
    const digit = DIGITS.indexOf(one);
    if (digit === -1 || digit >= base) throw wrongToken(whole, "value too great for base", text);
    value = value * BigInt(base) + BigInt(digit);
  }
  return BigInt.asIntN(64, value);
}
