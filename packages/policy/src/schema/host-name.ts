import type { Parsed } from "./refusal.ts";

/** The longest name and label that DNS carries, in octets (RFC 1035, 2.3.4). */
const NAME_LIMIT = 253;
const LABEL = /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/;

/**
 * A host name or `*.name` (its sub-domains, not the name itself) in lower case without a trailing
 * dot. URLs, ports, paths and addresses are refused, each with what to write instead.
 */
export function parseHostPattern(text: string): Parsed<string> {
  const name = text.toLowerCase().replace(/\.$/, "");
  const bare = name.startsWith("*.") ? name.slice(2) : name;
  if (isHostName(bare)) return { value: name };
  return refuse(text, name);
}

/** Whether `name` is a host name that a sandbox may be told to reach: lower case, ASCII, no address. */
export function isHostName(name: string): boolean {
  const labels = name.split(".");
  if (name.length > NAME_LIMIT || !labels.every((label) => LABEL.test(label))) return false;
  // A last label of digits, or 0x…, makes it an address to many resolvers (WHATWG URL, "ends in a number").
  const last = labels.at(-1) ?? "";
  return !/^(\d+|0x[0-9a-f]*)$/.test(last) && last !== "localhost";
}

function refuse(text: string, name: string): Parsed<string> {
  const quoted = JSON.stringify(text);
  const inUrl = /^[a-z][a-z0-9+.-]*:\/\/(?:[^/@]*@)?([^/:?#]+)/.exec(name)?.[1];
  if (inUrl !== undefined) {
    return { refused: `${quoted} is a URL, not a host name`, hint: `Write "${inUrl}"` };
  }
  if (isAddress(name)) {
    return {
      refused: `${quoted} is an address, and hosts are named, not numbered`,
      hint: "Write the name that resolves to it",
    };
  }
  const [, host, port] = /^([^/:]+):(\d+)$/.exec(name) ?? [];
  if (host !== undefined) {
    return {
      refused: `${quoted} has a port`,
      hint: `Write "${host}" here and ${port} in network.ports`,
    };
  }
  return refuseName(name, quoted);
}

function refuseName(name: string, quoted: string): Parsed<string> {
  if (name.includes("/")) {
    const host = name.slice(0, name.indexOf("/"));
    return { refused: `${quoted} has a path, not only a host name`, hint: `Write "${host}"` };
  }
  if (name === "*") {
    return { refused: `"*" is every host`, hint: 'Write network.external: "all" if you mean that' };
  }
  if (name.startsWith(".")) {
    return { refused: `${quoted} starts with a dot`, hint: `Write "*${name}" for its sub-domains` };
  }
  if (name.includes("*")) {
    return {
      refused: `${quoted} has a "*" that does not stand alone in front`,
      hint: 'Write "*.example.com" for all sub-domains of example.com',
    };
  }
  if (/[^\0-\x7f]/.test(name)) {
    return {
      refused: `${quoted} has letters outside ASCII`,
      hint: 'Write the name as DNS holds it, "xn--…" (its Punycode form)',
    };
  }
  if (name.split(".").at(-1) === "localhost") {
    return {
      refused: `${quoted} is the sandbox itself, which it always reaches`,
      hint: "Take it out of the list",
    };
  }
  return { refused: `${quoted} is not a host name` };
}

function isAddress(name: string): boolean {
  return (
    /^\[?[0-9a-f]*:[0-9a-f:.%]*:[0-9a-f:.%/]*\]?/.test(name) || /^[\d.]+(?::\d+|\/\d+)?$/.test(name)
  );
}
