import type { Parsed, Refusal } from "./refusal.ts";

/** A port of the sandbox that the host's 127.0.0.1 shows. */
export interface PortMapping {
  readonly hostPort: number;
  readonly containerPort: number;
  readonly protocol: "tcp" | "udp";
}

const MAPPING = /^(?:(\d{1,5}):)?(\d{1,5})(?:\/(tcp|udp))?$/;

/** `8080`, `"8080"`, `"8080:80"` (host:container) or `"5353:5353/udp"`. */
export function parsePortMapping(written: number | string): Parsed<PortMapping> {
  const text = String(written);
  const [, host, container, protocol] = MAPPING.exec(text) ?? [];
  if (container === undefined) return refuse(text);
  const containerPort = Number(container);
  const hostPort = host === undefined ? containerPort : Number(host);
  if (![hostPort, containerPort].every((port) => port >= 1 && port <= 65_535)) {
    return { refused: `"${text}" has a port outside 1 to 65535` };
  }
  return { value: { hostPort, containerPort, protocol: protocol === "udp" ? "udp" : "tcp" } };
}

function refuse(text: string): Refusal {
  const withAddress = /^\S+:((?:\d+:)\d+(?:\/\w+)?)$/.exec(text)?.[1];
  if (withAddress !== undefined) {
    return {
      refused: `${JSON.stringify(text)} has an address, and ports are always bound to 127.0.0.1`,
      hint: `Write "${withAddress}"`,
    };
  }
  return {
    refused: `${JSON.stringify(text)} is not a port`,
    hint: 'Write 8080, "8080:80" (host:container) or "5353:5353/udp"',
  };
}
