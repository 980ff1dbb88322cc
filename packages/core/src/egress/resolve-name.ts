import { lookup, Resolver } from "node:dns/promises";
import { type BlockList, isIPv6 } from "node:net";

import { type AddressRange, addressRange } from "./address-range.ts";
import type { OpenName, Refusal } from "./judge-target.ts";
import { ownAddresses } from "./own-addresses.ts";

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

/** The addresses that a name may be reached at; a refusal where all of them are private, or this machine's own. */
export async function resolveName(
  { name, port, isMirror }: OpenName,
  lookUp: Lookup,
): Promise<readonly string[] | Refusal> {
  const addresses = await lookUp(name);
  const own = ownAddresses();
  const ranges = addresses.map((address) => [address, rangeOf(address, own)] as const);
  const open = ranges.filter(([, range]) => mayReach(range, isMirror));
  const [first] = ranges;
  if (open.length > 0 || first === undefined) return open.map(([address]) => address);
  const [address, range] = first;
  const what = range === "own" ? "is this machine's own" : "is not on the internet";
  return {
    target: `${name}:${port}`,
    policy: "private-address",
    reason: `"${name}" resolves to "${address}", which ${what}`,
  };
}

type Range = AddressRange | "own";

function rangeOf(address: string, own: BlockList): Range {
  const range = addressRange(address);
  return range === "public" && own.check(address, isIPv6(address) ? "ipv6" : "ipv4")
    ? "own"
    : range;
}

function mayReach(range: Range, isMirror: boolean): boolean {
  return range === "public" || (isMirror && range !== "never");
}
