/** Digits beyond those that are wanted: a double that lies between two of them has no more of its own. */
const BEYOND = 25;
const MOST = 100;

/**
 * Where a number lies exactly between two texts, C takes the even one and JavaScript the larger one: the
 * text by C, from the larger one and the number with more digits.
 */
function toEven(larger: string, exact: string): string {
  const [, digits = "", rest = ""] = /^([\d.]*?)(50*)$/.exec(exact) ?? [];
  // The larger one of two differs from what was cut off in its last digit.
  const cut = digits.endsWith(".") ? digits.slice(0, -1) : digits;
  const isTie = rest.length > 0 && exact.length - rest.length === digits.length;
  const isBetween = isTie && cut.length === larger.length && /[02468]$/.test(cut);
  return isBetween ? cut : larger;
}

/** `toFixed`, rounded as C does. */
export function fixedToEven(size: number, digits: number): string {
  const larger = size.toFixed(digits);
  if (digits + BEYOND > MOST || !String(size).includes("5")) return larger;
  return toEven(larger, size.toFixed(digits + BEYOND));
}

/** `toExponential`, rounded as C does. */
export function exponentialToEven(size: number, digits: number): string {
  const larger = size.toExponential(digits);
  if (digits + BEYOND > MOST || !String(size).includes("5")) return larger;
  const [mantissa = "", exponent = ""] = larger.split("e");
  const [exact = "", power = ""] = size.toExponential(digits + BEYOND).split("e");
  return power === exponent ? `${toEven(mantissa, exact)}e${exponent}` : larger;
}
