import { lookup, Resolver } from "node:dns/promises";

import { addressRange } from "./address-range.ts";
import type { OpenName, Refusal } from "./judge-target.ts";

/** All addresses of a name; none where it has none. */
export type Lookup = (name: string) => Promise<readonly string[]>;

/** By the machine's own resolver, or by those that the policy names. */
export function lookupBy(servers: readonly string[]): Lookup {
  if (servers.length === 0) {
    return async (name) => (await lookup(name, { all: true })).map(({ address }) => address);
  }
  const resolver = new Resolver({ timeout: 5000, tries: 2 });
  resolver.setServers(servers);
  return async (name) => {
    const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    return answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
  };
}

/** The addresses that a name may be reached at; a refusal where all of them are private. */
export async function resolveName(
  { name, port, isMirror }: OpenName,
  lookUp: Lookup,
): Promise<readonly string[] | Refusal> {
  const addresses = await lookUp(name);
  const open = addresses.filter((address) => mayReach(address, isMirror));
  if (open.length > 0 || addresses.length === 0) return open;
  return {
    target: `${name}:${port}`,
    policy: "private-address",
    reason: `"${name}" resolves to "${addresses[0] ?? ""}", which is not on the internet`,
  };
}

function mayReach(address: string, isMirror: boolean): boolean {
  const range = addressRange(address);
  return range === "public" || (isMirror && range !== "never");
}
