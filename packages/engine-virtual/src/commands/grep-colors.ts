import { CommandError } from "./options.ts";

/** What is told apart: matches in selected lines and in those around, names, numbers, offsets, separators. */
const KINDS = { ms: "01;31", mc: "01;31", fn: "35", ln: "32", bn: "32", se: "36" } as const;

type Kind = keyof typeof KINDS;

/** Puts the colours of a terminal around what `GREP_COLORS` names; or nothing, where none are asked for. */
export class GrepColors {
  readonly #codes: ReadonlyMap<string, string>;
  readonly #clears: string;
  readonly isOn: boolean;

  constructor(isOn: boolean, asked = "") {
    this.isOn = isOn;
    const codes = new Map<string, string>(Object.entries(KINDS));
    for (const part of isOn ? asked.split(":") : []) set(codes, part);
    this.#clears = codes.has("ne") ? "" : "\x1b[K";
    this.#codes = codes;
  }

  paint(kind: Kind, text: string): string {
    const code = this.#codes.get(kind) ?? "";
    if (!this.isOn || code === "") return text;
    return `\x1b[${code}m${this.#clears}${text}\x1b[m${this.#clears}`;
  }
}

function set(codes: Map<string, string>, part: string): void {
  const [name = "", code = ""] = part.split("=", 2);
  if (name === "mt") codes.set("ms", code).set("mc", code);
  else if (Object.hasOwn(KINDS, name) || name === "ne") codes.set(name, code);
  else if (["sl", "cx", "rv"].includes(name)) {
    throw new CommandError(`GREP_COLORS: ${name} is not supported`);
  }
}
