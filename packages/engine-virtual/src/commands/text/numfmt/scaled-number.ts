import { CommandError } from "../../options.ts";
import { localeQuoted } from "../../quote.ts";

export type Scale = "none" | "auto" | "si" | "iec" | "iec-i";
export type Rounding = "up" | "down" | "from-zero" | "towards-zero" | "nearest";

/** A number, and how many places of it are to be shown where nothing else says so. */
export interface ReadNumber {
  readonly value: number;
  readonly places: number;
}

const LETTERS = "KMGTPEZY";

const invalid = (text: string): never => {
  throw new CommandError(`invalid number: ${localeQuoted(text)}`);
};

/** Reads `1.5`, and with a scale `1.5K` or `3Mi`. */
export function readNumber(text: string, scale: Scale): ReadNumber {
  const found = /^(-?(?:\d+\.?\d*|\.\d+))(.*)$/s.exec(text);
  if (found === null) return invalid(text);
  const [, digits = "", suffix = ""] = found;
  if (suffix === "") return { value: Number(digits), places: placesOf(digits) };
  return { value: Number(digits) * factorOf(text, suffix, scale), places: 0 };
}

const placesOf = (digits: string): number => /\.(\d*)$/.exec(digits)?.[1]?.length ?? 0;

function factorOf(text: string, suffix: string, scale: Scale): number {
  const power = LETTERS.indexOf(suffix.charAt(0)) + 1;
  if (power === 0) throw new CommandError(`invalid suffix in input: ${localeQuoted(text)}`);
  if (scale === "none") {
    throw new CommandError(
      `rejecting suffix in input: ${localeQuoted(text)} (consider using --from)`,
    );
  }
  const mayHaveI = scale === "auto" || scale === "iec-i";
  const hasI = mayHaveI && suffix.charAt(1) === "i";
  const rest = suffix.slice(hasI ? 2 : 1);
  refuseRest({ text, rest, lacksI: scale === "iec-i" && !hasI });
  return (isDecimal(scale, hasI) ? 1000 : 1024) ** power;
}

const isDecimal = (scale: Scale, hasI: boolean): boolean =>
  scale === "si" || (scale === "auto" && !hasI);

function refuseRest({ text, rest, lacksI }: Rest): void {
  if (lacksI) {
    throw new CommandError(`missing 'i' suffix in input: ${localeQuoted(text)} (e.g Ki/Mi/Gi)`);
  }
  if (rest === "") return;
  throw new CommandError(`invalid suffix in input ${localeQuoted(text)}: ${localeQuoted(rest)}`);
}

interface Rest {
  readonly text: string;
  /** What stands behind the unit. */
  readonly rest: string;
  readonly lacksI: boolean;
}

const ROUND = {
  up: Math.ceil,
  down: Math.floor,
  "from-zero": (value) => (value < 0 ? Math.floor(value) : Math.ceil(value)),
  "towards-zero": Math.trunc,
  nearest: (value) => Math.sign(value) * Math.round(Math.abs(value)),
} satisfies Record<Rounding, (value: number) => number>;

export interface Shown {
  readonly scale: Scale;
  readonly rounding: Rounding;
  /** How many places a format asks for. */
  readonly places: number | undefined;
}

/** A binary fraction such as 1.1 is a little more than it says. */
function rounded(value: number, places: number, rounding: Rounding): number {
  const factor = 10 ** places;
  return ROUND[rounding](Number((value * factor).toPrecision(15))) / factor;
}

/** Shows a number, and with a scale its unit. */
export function showNumber(number: ReadNumber, shown: Shown): string {
  if (shown.scale !== "none") return withUnit(number.value, shown);
  const places = shown.places ?? number.places;
  return rounded(number.value, places, shown.rounding).toFixed(places);
}

function withUnit(value: number, { places, rounding, scale }: Shown): string {
  const base = scale === "si" ? 1000 : 1024;
  let { power, scaled } = scaledDown(value, base);
  const kept = places === undefined ? Number(Math.abs(scaled) < 10) : Math.min(power * 3, places);
  scaled = rounded(scaled, kept, rounding);
  if (Math.abs(scaled) >= base) {
    scaled /= base;
    power += 1;
  }
  const isShort = scaled !== 0 && Math.abs(scaled) < 10 && power > 0;
  return scaled.toFixed(places ?? Number(isShort)) + unitOf(power, scale);
}

const unitOf = (power: number, scale: Scale): string =>
  LETTERS.charAt(power - 1) + (scale === "iec-i" && power > 0 ? "i" : "");

function scaledDown(
  value: number,
  base: number,
): { readonly power: number; readonly scaled: number } {
  let power = 0;
  let scaled = value;
  for (; Math.abs(scaled) >= base && power < LETTERS.length; power += 1) scaled /= base;
  return { power, scaled };
}
