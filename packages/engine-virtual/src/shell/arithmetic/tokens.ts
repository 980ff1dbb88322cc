import { ShellFailure } from "../shell-failure.ts";

/** Each with the place where it stands. */
export type Token = { readonly at: number } & (
  | { readonly type: "number"; readonly value: bigint }
  | { readonly type: "name"; readonly name: string; readonly index: string | undefined }
  | { readonly type: "operator"; readonly text: string }
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
    const { token, length } = readToken(text, at, tokens.at(-1));
    tokens.push(token);
    at += length;
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
    return { token: { at, type: "number", value: numberOf(number) }, length: number.length };
  }
  const name = /^[A-Za-z_]\w*/.exec(rest)?.[0];
  if (name !== undefined) {
    const length = text[at + name.length] === "[" ? indexLength(text, at + name.length) : 0;
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
function indexLength(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    if (text[at] === "[") depth += 1;
    if (text[at] === "]") depth -= 1;
    if (depth === 0) return at + 1 - start;
  }
  throw new ShellFailure(`${text}: bad array subscript`);
}

function operandExpected(text: string, rest: string, before: Token | undefined): ShellFailure {
  const isOperand = before !== undefined && before.type !== "operator";
  const state = isOperand ? "invalid arithmetic operator" : "operand expected";
  return new ShellFailure(`${text.trimStart()}: syntax error: ${state} (error token is "${rest}")`);
}

const DIGITS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ@_";

function numberOf(text: string): bigint {
  if (/^0[xX][\dA-Fa-f]+$/.test(text)) return BigInt.asIntN(64, BigInt(text));
  const based = /^(\d+)#([\w@]+)$/.exec(text);
  if (based !== null) return inBase(text, { base: Number(based[1]), digits: based[2] ?? "" });
  if (/^0\d/.test(text)) return inBase(text, { base: 8, digits: text.slice(1) });
  if (/^\d+$/.test(text)) return BigInt.asIntN(64, BigInt(text));
  throw new ShellFailure(`${text}: value too great for base (error token is "${text}")`);
}

interface Based {
  readonly base: number;
  readonly digits: string;
}

function inBase(text: string, { base, digits }: Based): bigint {
  if (base < 2 || base > 64) {
    throw new ShellFailure(`${text}: invalid arithmetic base (error token is "${text}")`);
  }
  let value = 0n;
  for (const one of base <= 36 ? digits.toLowerCase() : digits) {
    const digit = DIGITS.indexOf(one);
    if (digit === -1 || digit >= base) {
      throw new ShellFailure(`${text}: value too great for base (error token is "${text}")`);
    }
    value = value * BigInt(base) + BigInt(digit);
  }
  return BigInt.asIntN(64, value);
}
