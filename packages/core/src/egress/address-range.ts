import { BlockList, isIPv6 } from "node:net";

/**
 * `loopback` and `private` are reached by the names of the user's own mirrors only, `never` by none: ranges
 * of RFC 6890 and its registry, and metadata services (168.63.129.16 is Azure's, the others' are link-local).
 */
export type AddressRange = "public" | "private" | "loopback" | "never";

const LOOPBACK = ["127.0.0.0/8", "::1/128"];

const PRIVATE = [
  ...["10.0.0.0/8", "100.64.0.0/10", "172.16.0.0/12", "192.168.0.0/16"],
  // NAT64 of these (RFC 6052), after the ranges of IPv6 itself.
  ...["fc00::/7", "64:ff9b::a00:0/104", "64:ff9b::6440:0/106"],
  ...["64:ff9b::ac10:0/108", "64:ff9b::c0a8:0/112"],
];

const NEVER = [
  ...["0.0.0.0/8", "169.254.0.0/16", "192.0.0.0/24", "198.18.0.0/15", "224.0.0.0/4"],
  ...["240.0.0.0/4", "168.63.129.16/32"],
];

const NEVER_6 = [
  // What carries an IPv4 address (mapped, NAT64 of local use, Teredo, 6to4), and NAT64 of the above.
  ...["::/128", "::ffff:0:0/96", "64:ff9b:1::/48", "2001::/32", "2002::/16"],
  ...["64:ff9b::/104", "64:ff9b::7f00:0/104", "64:ff9b::a9fe:0/112", "64:ff9b::a83f:8110/128"],
  ...["100::/64", "fe80::/10", "fec0::/10", "ff00::/8"],
];

function listOf(ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = "", bits = ""] = range.split("/");
    list.addSubnet(address, Number(bits), isIPv6(address) ? "ipv6" : "ipv4");
  }
  return list;
}

/** Apart: a list takes an IPv4 address for the mapped one too. */
const never6 = listOf(NEVER_6);
const lists = { never: listOf(NEVER), loopback: listOf(LOOPBACK), private: listOf(PRIVATE) };

/** Where an address that a name resolved to leads. */
export function addressRange(address: string): AddressRange {
  const [plain = ""] = address.split("%");
  const kind = isIPv6(plain) ? "ipv6" : "ipv4";
  if (kind === "ipv6" && never6.check(plain, kind)) return "never";
  for (const range of ["never", "loopback", "private"] as const) {
    if (lists[range].check(plain, kind)) return range;
  }
  return "public";
}
