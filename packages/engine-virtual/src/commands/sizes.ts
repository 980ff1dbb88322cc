const UNITS = "KMGTPE";

/** What a unit behind a number stands for: b, kB, K, KiB, MB, M, MiB and so on. */
export function factorOf(suffix: string): number | undefined {
  if (suffix === "") return 1;
  if (suffix === "b") return 512;
  const power = UNITS.indexOf(suffix.charAt(0).toUpperCase()) + 1;
  if (power === 0) return undefined;
  const rest = suffix.slice(1);
  if (rest === "" || rest === "iB") return 1024 ** power;
  return rest === "B" ? 1000 ** power : undefined;
}

/** A size as GNU's programs take it, `10K` or `2MB`; `undefined` where it is none. */
export function readSize(text: string): number | undefined {
  const [, digits = "", suffix = ""] = /^(\d+)(\w*)$/.exec(text) ?? [];
  const factor = digits === "" ? undefined : factorOf(suffix);
  return factor === undefined ? undefined : Number(digits) * factor;
}
