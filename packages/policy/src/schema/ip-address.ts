import type { Parsed } from "./refusal.ts";

/** An IPv4 or IPv6 address without a port, a zone or a prefix length, in lower case. */
export function parseIpAddress(text: string): Parsed<string> {
  const address = text.toLowerCase();
  if (ipVersion(address) !== undefined) return { value: address };
  return {
    refused: `${JSON.stringify(text)} is not an IPv4 or IPv6 address`,
    hint: 'Write the resolver\'s address alone, such as "192.0.2.53" or "2001:db8::53"',
  };
}

/** Which kind of address a text in lower case is; undefined where it is none. */
export function ipVersion(text: string): 4 | 6 | undefined {
  if (isIpv4(text)) return 4;
  return isIpv6(text) ? 6 : undefined;
}

function isIpv4(text: string): boolean {
  const parts = text.split(".");
  return (
    parts.length === 4 && parts.every((part) => /^(0|[1-9]\d{0,2})$/.test(part) && +part <= 255)
  );
}

/** RFC 4291, 2.2: eight groups, `::` for one run of zeros, the last two as IPv4 if wished. */
function isIpv6(text: string): boolean {
  const halves = text.split("::");
  if (halves.length > 2) return false;
  const groups = halves.map((half) => (half === "" ? [] : half.split(":"))).flat();
  const last = text.slice(text.lastIndexOf(":") + 1);
  const mapped = last.includes(".");
  if (mapped && !isIpv4(last)) return false;
  const plain = mapped ? groups.slice(0, -1) : groups;
  const count = plain.length + (mapped ? 2 : 0);
  const fits = halves.length === 2 ? count <= 7 : count === 8;
  return fits && plain.every((group) => /^[0-9a-f]{1,4}$/.test(group));
}
