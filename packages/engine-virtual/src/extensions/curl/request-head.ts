import type { CurlPlan } from "./curl-plan.ts";
import type { Body } from "./request-body.ts";
import { namesSecret, type SecretGiver, type SecretUse, withSecrets } from "./secrets.ts";

/** One line of the head, as it was written: with the names of its secrets. */
export interface HeaderLine {
  readonly name: string;
  readonly value: string;
  /** Whether the value is `user:password`, to be sent as RFC 7617 has it. */
  readonly isUser?: boolean;
}

export interface Hop {
  readonly url: URL;
  readonly method: string;
  readonly body: Body | undefined;
  /** Whether it goes where the call was told to go: what is secret goes nowhere else. */
  readonly isFirstHost: boolean;
}

const AGENT = "curl/8.0 (agent-sandbox)";

/** What is the asked host's alone. */
const OF_ONE_HOST = new Set(["authorization", "cookie"]);

/** Everything that is sent before the body. */
export function headLines({ options, headers }: CurlPlan, hop: Hop): readonly HeaderLine[] {
  const own = headers.filter(({ name }) => hop.isFirstHost || !OF_ONE_HOST.has(name.toLowerCase()));
  const sent = own.filter(({ value }) => hop.isFirstHost || !namesSecret(value ?? ""));
  const named = new Set(headers.map(({ name }) => name.toLowerCase()));
  const defaults = defaultsOf(options, hop).filter(({ name }) => !named.has(name.toLowerCase()));
  return [
    ...defaults,
    ...sent.flatMap(({ name, value }) => (value === undefined ? [] : [{ name, value }])),
    ...bodyLines(hop).filter(({ name }) => !named.has(name.toLowerCase())),
  ];
}

function defaultsOf(options: CurlPlan["options"], hop: Hop): readonly HeaderLine[] {
  const line = (name: string, value: string | undefined): readonly HeaderLine[] =>
    value === undefined || value === "" ? [] : [{ name, value }];
  const user = hop.isFirstHost ? (options.value("user") ?? userOf(hop.url)) : userOf(hop.url);
  const range = options.value("range");
  return [
    { name: "Host", value: hop.url.host },
    ...line("Authorization", user).map((one) => ({ ...one, isUser: true })),
    ...line("User-Agent", options.value("agent") ?? AGENT),
    { name: "Accept", value: options.has("json") ? "application/json" : "*/*" },
    ...line("Range", range === undefined ? undefined : `bytes=${range}`),
    ...line("Referer", options.value("referer")?.replace(/;auto$/, "")),
    ...line("Cookie", hop.isFirstHost ? options.values("cookie").join("; ") : undefined),
    ...line("Accept-Encoding", options.has("compressed") ? "deflate, gzip, br" : undefined),
  ];
}

function userOf({ password, username }: URL): string | undefined {
  if (username === "" && password === "") return undefined;
  return `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
}

function bodyLines({ body }: Hop): readonly HeaderLine[] {
  if (body === undefined) return [];
  const length = { name: "Content-Length", value: String(body.content.length) };
  return body.type === "" ? [length] : [length, { name: "Content-Type", value: body.type }];
}

/** A value as it may be shown. */
export function shownValue({ isUser = false, value }: HeaderLine): string {
  if (!isUser) return value;
  return namesSecret(value) ? "Basic ***" : basic(value);
}

/** The same with the secrets in them. */
export async function sentLines(
  lines: readonly HeaderLine[],
  secrets: { readonly giver: SecretGiver | undefined; readonly use: SecretUse },
): Promise<readonly (readonly [name: string, value: string])[]> {
  const sent: (readonly [string, string])[] = [];
  for (const { isUser = false, name, value } of lines) {
    const whole = await withSecrets(value, secrets);
    sent.push([name, isUser ? basic(whole) : whole]);
  }
  return sent;
}

const basic = (user: string): string =>
  `Basic ${Buffer.from(user.includes(":") ? user : `${user}:`).toString("base64")}`;
