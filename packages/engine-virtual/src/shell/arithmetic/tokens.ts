import { ShellFailure } from "../shell-failure.ts";

export type Token =
  | { readonly type: "number"; readonly value: bigint }
  | { readonly type: "name"; readonly name: string; readonly index: string | undefined }
  | { readonly type: "operator"; readonly text: string };

const OPERATORS =
  /^(?:<<=|>>=|\*\*|\+\+|--|&&|\|\||<<|>>|<=|>=|==|!=|[-+*/%&^|]=|[-+*/%&^|!~<>=?:,()])/;

/** An expression whose expansions are done, as tokens. */
export function tokensOf(text: string): readonly Token[] {
  const tokens: Token[] = [];
  let at = 0;
  for (;;) {
    at += /^\s*/.exec(text.slice(at))?.[0].length ?? 0;
    if (at >= text.length) return tokens;
    const { token, length } = readToken(text, at);
    tokens.push(token);
    at += length;
  }
}

function readToken(text: string, at: number): { readonly token: Token; readonly length: number } {
  const rest = text.slice(at, at + 4000);
  const number = /^\d[\w#@]*/.exec(rest)?.[0];
  if (number !== undefined) {
    return { token: { type: "number", value: numberOf(number) }, length: number.length };
  }
  const name = /^[A-Za-z_]\w*/.exec(rest)?.[0];
  if (name !== undefined) {
    const length = text[at + name.length] === "[" ? indexLength(text, at + name.length) : 0;
    const from = at + name.length;
    const index = length === 0 ? undefined : text.slice(from + 1, from + length - 1);
    return { token: { type: "name", name, index }, length: name.length + length };
  }
  const operator = OPERATORS.exec(rest)?.[0];
  if (operator === undefined) throw operandExpected(text, rest);
  return { token: { type: "operator", text: operator }, length: operator.length };
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

function operandExpected(text: string, rest: string): ShellFailure {
  return new ShellFailure(`${text}: syntax error: operand expected (error token is "${rest}")`);
}

const DIGITS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ@_";

function numberOf(text: string): bigint {
  if (/^0[xX][\dA-Fa-f]+$/.test(text)) return BigInt.asIntN(64, BigInt(text));
  const based = /^(\d+)#([\w@]+)$/.exec(text);
  if (based !== null) return inBase(text, Number(based[1]), based[2] ?? "");
  if (/^0\d/.test(text)) return inBase(text, 8, text.slice(1));
  if (/^\d+$/.test(text)) return BigInt.asIntN(64, BigInt(text));
  throw new ShellFailure(`${text}: value too great for base (error token is "${text}")`);
}

function inBase(text: string, base: number, digits: string): bigint {
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
