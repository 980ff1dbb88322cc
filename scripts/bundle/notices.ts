import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

const PACKAGE = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//;

/** The licences of the third-party packages that the bundle's input files come from, as one text. */
export async function notices(inputs: readonly string[]): Promise<string> {
  const folders = new Set(inputs.flatMap((input) => PACKAGE.exec(input)?.[1] ?? []));
  const parts = await Promise.all([...folders].toSorted().map(notice));
  return [...new Set(parts)].join(`\n${"-".repeat(80)}\n\n`);
}

async function notice(folder: string): Promise<string> {
  const { name, version, license } = JSON.parse(
    await readFile(join(folder, "package.json"), "utf8"),
  ) as Readonly<Record<string, string>>;
  const files = (await readdir(folder)).filter((file) => /^(licen[cs]e|notice)/i.test(file));
  const texts = await Promise.all(files.map(async (file) => readFile(join(folder, file), "utf8")));
  return [`${name} ${version} (${license})`, ...texts].join("\n\n");
}
