import type { Sourced } from "../source.ts";

/** Whether a denial covers `host`, a name or `*.name`, wholly. */
export function isDenied(host: string, denied: readonly Sourced<string>[]): boolean {
  return denied.some(({ value }) => covers(value, host));
}

/** Whether everything that `host` stands for is also what `pattern` stands for. */
export function covers(pattern: string, host: string): boolean {
  if (pattern === host) return true;
  return pattern.startsWith("*.") && bareName(host).endsWith(pattern.slice(1));
}

function bareName(host: string): string {
  return host.startsWith("*.") ? host.slice(2) : host;
}
