/** What `-w` can tell of a transfer. */
export interface TransferFacts {
  readonly url: string;
  readonly effective: string;
  readonly method: string;
  readonly status: number;
  readonly exitCode: number;
  readonly error: string;
  readonly redirects: number;
  readonly redirectUrl: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly received: number;
  readonly sent: number;
  readonly output: string;
  readonly remote: { readonly ip: string; readonly port: string };
  readonly index: number;
  readonly connections: number;
  /** Seconds from the start. */
  readonly times: ReadonlyMap<TimeName, number>;
}

export type TimeName =
  "namelookup" | "connect" | "appconnect" | "pretransfer" | "redirect" | "starttransfer" | "total";

type Tell = (facts: TransferFacts) => string;

const header = ({ headers }: TransferFacts, asked: string): string =>
  headers.find(([name]) => name.toLowerCase() === asked.toLowerCase())?.[1] ?? "";

const time =
  (name: TimeName): Tell =>
  ({ times }) =>
    (times.get(name) ?? 0).toFixed(6);

const code: Tell = ({ status }) => String(status).padStart(3, "0");

/** By the names of curl(1). */
const VARIABLES: Readonly<Record<string, Tell>> = {
  content_type: (facts) => header(facts, "content-type"),
  errormsg: ({ error }) => error,
  exitcode: ({ exitCode }) => String(exitCode),
  filename_effective: ({ output }) => (output === "-" ? "" : output),
  http_code: code,
  http_version: ({ status }) => (status === 0 ? "0" : "1.1"),
  method: ({ method }) => method,
  num_connects: ({ connections }) => String(connections),
  num_headers: ({ headers }) => String(headers.length),
  num_redirects: ({ redirects }) => String(redirects),
  redirect_url: ({ redirectUrl }) => redirectUrl,
  remote_ip: ({ remote }) => remote.ip,
  remote_port: ({ remote }) => remote.port,
  response_code: code,
  scheme: ({ effective }) => effective.slice(0, effective.indexOf(":")).toUpperCase(),
  size_download: ({ received }) => String(received),
  size_upload: ({ sent }) => String(sent),
  speed_download: ({ received, times }) =>
    String(Math.round(received / (times.get("total") ?? Infinity))),
  time_appconnect: time("appconnect"),
  time_connect: time("connect"),
  time_namelookup: time("namelookup"),
  time_pretransfer: time("pretransfer"),
  time_redirect: time("redirect"),
  time_starttransfer: time("starttransfer"),
  time_total: time("total"),
  url: ({ url }) => url,
  url_effective: ({ effective }) => effective,
  urlnum: ({ index }) => String(index),
};

const ESCAPES: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t" };

export interface WrittenOut {
  readonly stdout: string;
  readonly stderr: string;
}

/** A format of `-w` with what it asks for put in; `%{stderr}` turns to the other output. */
export function writeOut(format: string, facts: TransferFacts): WrittenOut {
  const written = { stdout: "", stderr: "" };
  let to: keyof WrittenOut = "stdout";
  for (const [part, name, asked, escape] of format.matchAll(PARTS)) {
    if (name === "onerror" && facts.exitCode === 0) break;
    if (name === "stderr" || name === "stdout") to = name;
    else if (name !== undefined) written[to] += variable(name, facts, written);
    else if (asked !== undefined) written[to] += header(facts, asked);
    else written[to] += plain(part, escape);
  }
  return written;
}

const PARTS = /%\{([^}]*)\}|%header\{([^}]*)\}|\\(.)|%%|[^%\\]+|[%\\]/gs;

function plain(part: string, escape: string | undefined): string {
  if (escape !== undefined) return ESCAPES[escape] ?? part;
  return part === "%%" ? "%" : part;
}

function variable(name: string, facts: TransferFacts, written: { stderr: string }): string {
  if (name === "onerror") return "";
  const tell = Object.hasOwn(VARIABLES, name) ? VARIABLES[name] : undefined;
  if (tell !== undefined) return tell(facts);
  written.stderr += `curl: unknown --write-out variable: '${name}'\n`;
  return "";
}
