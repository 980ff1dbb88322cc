function inUnits(bytes: number, base: 1000 | 1024): string {
  const units = base === 1000 ? ["B", "kB", "MB", "GB"] : ["B", "KiB", "MiB", "GiB"];
  let number = bytes;
  let unit = 0;
  while (number >= base && unit < units.length - 1) {
    number /= base;
    unit += 1;
  }
  const text = unit > 0 && number < 10 ? number.toFixed(1) : String(Math.round(number));
  return `${text} ${units[unit] ?? ""}`;
}

/** The last line of dd's report: `1024 bytes (1.0 kB, 1.0 KiB) copied, 0.1 s, 10 kB/s`. */
export function rateOf(bytes: number, seconds: number): string {
  const sizes =
    bytes >= 1024
      ? ` (${inUnits(bytes, 1000)}, ${inUnits(bytes, 1024)})`
      : bytes >= 1000
        ? ` (${inUnits(bytes, 1000)})`
        : "";
  const time = Math.max(seconds, 1e-6);
  const shown = Number(time.toPrecision(6)).toString();
  return `${bytes} byte${bytes === 1 ? "" : "s"}${sizes} copied, ${shown} s, ${inUnits(bytes / time, 1000)}/s`;
}
