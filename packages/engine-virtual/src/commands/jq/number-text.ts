/** A number in as few digits as give it again; with an exponent where there would be many zeros. */
export function numberText(number: number): string {
  if (Number.isNaN(number)) return "null";
  if (!Number.isFinite(number)) return number > 0 ? LARGEST : `-${LARGEST}`;
  if (Number.isSafeInteger(number)) {
    if (Object.is(number, -0)) return "-0";
    if (Math.abs(number) < 1e16) return String(number);
  }
  const [mantissa = "", power = "0"] = Math.abs(number).toExponential().split("e");
  const digits = mantissa.replace(".", "");
  const text = laidOut(digits, Number(power) + 1);
  return number < 0 ? `-${text}` : text;
}

const LARGEST = "1.7976931348623157e+308";

/** Digits with the point behind the first `point` of them. */
function laidOut(digits: string, point: number): string {
  if (point <= -4 || point > digits.length + 15) {
    const fraction = digits.length > 1 ? `.${digits.slice(1)}` : "";
    const exponent = point - 1;
    const size = String(Math.abs(exponent)).padStart(2, "0");
    return `${digits.slice(0, 1)}${fraction}e${exponent < 0 ? "-" : "+"}${size}`;
  }
  if (point <= 0) return `0.${"0".repeat(-point)}${digits}`;
  if (point >= digits.length) return digits + "0".repeat(point - digits.length);
  return `${digits.slice(0, point)}.${digits.slice(point)}`;
}
