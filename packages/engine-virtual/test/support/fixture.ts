import { readFileSync } from "node:fs";

/** A file of the fixtures that the virtual shell's tests share. */
export function fixture(name: string): string {
  const url = new URL(`../../../../test/fixtures/virtual/${name}`, import.meta.url);
  return readFileSync(url, "utf8");
}
