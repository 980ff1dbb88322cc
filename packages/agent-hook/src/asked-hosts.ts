import type { Asked } from "./asked.ts";

const PORTS: Readonly<Record<string, number>> = {
  "http:": 80,
  "https:": 443,
  "ws:": 80,
  "wss:": 443,
  "ftp:": 21,
  "ssh:": 22,
  "git:": 9418,
};

/** Who is connected to for a URL; nothing for one without a host. */
export function hostOfUrl(text: string): readonly Asked[] {
  if (!URL.canParse(text)) return [];
  const { protocol, hostname, port } = new URL(text);
  const usual = PORTS[protocol];
  if (hostname === "" || (usual === undefined && port === "")) return [];
  return [connect(bare(hostname), port === "" ? (usual ?? 0) : Number(port))];
}

/** An argument of curl, which takes `example.com/x` for a URL as well. */
export function hostOfArgument(text: string): readonly Asked[] {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return hostOfUrl(text);
  return /^[\w.-]+\.[\w.-]+(:\d+)?(\/|$)|^localhost(:\d+)?(\/|$)|^\[[0-9a-f:.]+\]/i.test(text)
    ? hostOfUrl(`http://${text}`)
    : [];
}

/** An address of a repository or of a file elsewhere: a URL, or `user@host:path`. */
export function hostOfRemote(text: string): readonly Asked[] {
  if (text.includes("://")) return hostOfUrl(text);
  const host = /^(?:[\w.-]+@)?([\w.-]+|\[[0-9a-f:.]+\]):(?!\/\/)/i.exec(text)?.[1];
  return host === undefined ? [] : [connect(bare(host), 22)];
}

/** bash's own `/dev/tcp/HOST/PORT`. */
export function hostOfDevice(path: string): readonly Asked[] {
  const [, host, port] = /^\/dev\/(?:tcp|udp)\/([^/]+)\/(\d+)$/.exec(path) ?? [];
  return host === undefined ? [] : [connect(host, Number(port))];
}

export function connect(host: string, port: number): Asked {
  return { operation: "connect", host, port };
}

function bare(host: string): string {
  return host.replace(/^\[(.*)\]$/, "$1");
}
