import { execFile } from "node:child_process";
import { getServers } from "node:dns";
import { lookup } from "node:dns/promises";
import { promisify } from "node:util";

const run = promisify(execFile);

/**
 * The addresses of npm's registry, of apt's mirrors and of the name servers. A machine behind a NAT may
 * have them from a documentation range, and a network of the tests' own there would cut it off.
 */
export async function neededAddresses(): Promise<readonly string[]> {
  const sources = await Promise.all([
    said("npm", ["config", "get", "registry"]),
    said("apt-get", ["indextargets", "--format", "$(REPO_URI)", "Created-By: Packages"]),
  ]);
  const urls = sources.join("\n").match(/^https?:\S+/gm) ?? [];
  const names = new Set(urls.map((url) => new URL(url).hostname));
  const found = await Promise.all([...names].map(async (name) => await addressesOf(name)));
  return [...found.flat(), ...getServers()];
}

/** Nothing, where there is no such program. */
async function said(program: string, args: readonly string[]): Promise<string> {
  return await run(program, args).then(
    ({ stdout }) => stdout,
    () => "",
  );
}

async function addressesOf(name: string): Promise<readonly string[]> {
  const found = await lookup(name, { all: true, family: 4 }).catch(() => []);
  return found.map(({ address }) => address);
}
