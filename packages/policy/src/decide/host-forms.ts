import { ipVersion } from "../schema/ip-address.ts";

/** A host as it is asked for, in the one form that rules are compared with. */
export type HostForm =
  | { readonly kind: "name"; readonly name: string }
  | { readonly kind: "address"; readonly isLoopback: boolean }
  | { readonly kind: "invalid" };

/** Reads names and addresses in all the forms that resolvers take for an address. */
export function hostForm(written: string): HostForm {
  const host = written.toLowerCase();
  const version6 = host.startsWith("[") && host.endsWith("]") ? host.slice(1, -1) : host;
  if (version6.includes(":")) return sixForm(version6);
  const name = host.replace(/\.$/, "");
  if (!/^[a-z0-9_*.-]+$/.test(name) || name.includes("*") || host.includes("..")) {
    return { kind: "invalid" };
  }
  const last = name.slice(name.lastIndexOf(".") + 1);
  if (!/^(\d+|0x[0-9a-f]*)$/.test(last)) return { kind: "name", name };
  const number = ipv4Number(name.split("."));
  return number === undefined ? { kind: "invalid" } : four(number);
}

/** inet_aton(3): one to four parts, decimal, octal or hexadecimal, the last one fills the rest. */
function ipv4Number(parts: readonly string[]): number | undefined {
  const numbers = parts.map(partNumber);
  const last = numbers.pop();
  if (last === undefined || parts.length > 4 || numbers.some((number) => !(number <= 255))) {
    return undefined;
  }
  if (!(last < 256 ** (4 - numbers.length))) return undefined;
  return numbers.reduce((sum, number, index) => sum + number * 256 ** (3 - index), last);
}

function partNumber(part: string): number {
  if (/^0x[0-9a-f]*$/.test(part)) return part === "0x" ? 0 : Number(part);
  if (/^0[0-7]+$/.test(part)) return Number.parseInt(part, 8);
  return /^(0|[1-9]\d*)$/.test(part) ? Number(part) : Number.NaN;
}

/** 0.0.0.0 reaches this machine too (ip(7), INADDR_ANY). */
function four(number: number): HostForm {
  const first = Math.floor(number / 2 ** 24);
  return { kind: "address", isLoopback: first === 127 || number === 0 };
}

function sixForm(written: string): HostForm {
  const [address = ""] = written.split("%");
  if (ipVersion(address) !== 6) return { kind: "invalid" };
  const groups = groupsOf(address);
  const isEmptyTo = (end: number) => groups.slice(0, end).every((group) => group === 0);
  const [high = 0, low = 0] = groups.slice(6);
  // ::1, ::, and an IPv4 address in the last two groups, mapped (RFC 4291, 2.5.5.2) or compatible.
  if (isEmptyTo(6) && high === 0) return { kind: "address", isLoopback: low <= 1 };
  if (isEmptyTo(5) && (groups[5] === 0xffff || groups[5] === 0)) return four(high * 65_536 + low);
  return { kind: "address", isLoopback: false };
}

function groupsOf(address: string): readonly number[] {
  const [before = [], tail] = address.split("::").map(numbersOf);
  if (tail === undefined) return before;
  return [...before, ...Array<number>(8 - before.length - tail.length).fill(0), ...tail];
}

function numbersOf(half: string): readonly number[] {
  if (half === "") return [];
  return half.split(":").flatMap((group) => {
    if (!group.includes(".")) return [Number.parseInt(group, 16)];
    const [a = 0, b = 0, c = 0, d = 0] = group.split(".").map(Number);
    return [a * 256 + b, c * 256 + d];
  });
}
