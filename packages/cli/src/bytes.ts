const UNITS = ["B", "kB", "MB", "GB", "TB"] as const;

/** A size as Docker writes it, in powers of a thousand: "1.32 GB". */
export function formatBytes(bytes: number): string {
  let size = bytes;
  let unit = 0;
  while (size >= 999.5 && unit < UNITS.length - 1) {
    size /= 1000;
    unit += 1;
  }
  return `${unit === 0 ? size.toString() : size.toPrecision(3)} ${UNITS[unit] ?? ""}`;
}
