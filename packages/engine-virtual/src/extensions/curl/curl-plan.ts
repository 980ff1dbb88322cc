import { type Options, readOptions, UsageError } from "../../commands/options.ts";
import type { CurlFiles } from "./curl-files.ts";
import { CurlFailure } from "./curl-failure.ts";
import { CURL_OPTIONS, type CurlKey } from "./curl-options.ts";
import { type Body, dataOf, formOf } from "./request-body.ts";
import { parseUrl } from "./parse-url.ts";

export interface Wanted {
  readonly url: URL;
  /** A path, `-` for standard output. */
  readonly output: string;
}

/** A header of the caller's own: without a value it takes curl's own away. */
export interface OwnHeader {
  readonly name: string;
  readonly value: string | undefined;
}

/** All that a call wants. */
export interface CurlPlan {
  readonly options: Options<CurlKey>;
  readonly wanted: readonly Wanted[];
  /** What `-X` says. */
  readonly asked: string | undefined;
  readonly method: "GET" | "HEAD" | "POST" | "PUT";
  readonly body: Body | undefined;
  readonly headers: readonly OwnHeader[];
  readonly maxRedirects: number;
  /** Milliseconds. */
  readonly maxTime: number | undefined;
  readonly connectTimeout: number | undefined;
  readonly maxFileSize: number;
}

const REFUSED = {
  insecure: "is refused: the certificate of a server is always looked at",
} as const;

export function readCurlOptions(args: readonly string[]): Options<CurlKey> {
  try {
    const options = readOptions(CURL_OPTIONS, args);
    for (const { as, key } of options.given) {
      if (key === "insecure") throw new CurlFailure(2, `option ${as}: ${REFUSED.insecure}`);
    }
    return options;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    throw new CurlFailure(2, usageWords(error.message));
  }
}

/** As curl says it. */
function usageWords(message: string): string {
  const unknown = /^unrecognized option '(.*)'$/.exec(message)?.[1];
  const letter = /^invalid option -- '(.*)'$/.exec(message)?.[1];
  const bare = /requires an argument(?: -- '(.*)')?$/.exec(message);
  if (unknown !== undefined) return `option ${unknown}: is unknown`;
  if (letter !== undefined) return `option -${letter}: is unknown`;
  if (bare === null) return message;
  const name = bare[1] === undefined ? (/'(.*)'/.exec(message)?.[1] ?? "") : `-${bare[1]}`;
  return `option ${name}: requires parameter`;
}

export function planCurl(options: Options<CurlKey>, files: CurlFiles): CurlPlan {
  const upload = options.value("upload");
  const given = formOf(options.given, files) ?? dataOf(options.given, files);
  const query = options.has("get") ? given?.content.toString() : undefined;
  const sent = options.has("get") ? undefined : given;
  const body = upload === undefined ? sent : { content: files.read(upload), type: "" };
  return {
    options,
    wanted: wantedOf(options, query),
    asked: options.value("request"),
    method: methodOf(options, { body, upload }),
    body,
    headers: options.values("header").flatMap((text) => headersIn(text, files)),
    maxRedirects: redirectsOf(options),
    maxTime: secondsOf(options, "maxTime"),
    connectTimeout: secondsOf(options, "connectTimeout"),
    maxFileSize: numberOf(options, "maxFileSize") ?? Infinity,
  };
}

function methodOf(
  options: Options<CurlKey>,
  { body, upload }: { readonly body: Body | undefined; readonly upload: string | undefined },
): CurlPlan["method"] {
  if (options.has("head")) {
    if (body === undefined) return "HEAD";
    throw new CurlFailure(2, "You can only select one HTTP request method!");
  }
  if (upload !== undefined) return "PUT";
  return body === undefined ? "GET" : "POST";
}

function wantedOf(options: Options<CurlKey>, query: string | undefined): readonly Wanted[] {
  const urls = [...options.values("url"), ...options.operands];
  if (urls.length === 0) throw new CurlFailure(2, "no URL specified!");
  const outputs = options.given.filter(({ key }) => key === "output" || key === "remoteName");
  return urls.map((text, index) => {
    const url = parseUrl(text, { query, isPlain: options.has("globOff") });
    return { url, output: outputOf(options, outputs[index], url) };
  });
}

function outputOf(
  options: Options<CurlKey>,
  output: Options<CurlKey>["given"][number] | undefined,
  url: URL,
): string {
  if (output === undefined) return "-";
  const name = output.key === "output" ? (output.value ?? "-") : remoteName(url);
  const directory = options.value("outputDirectory");
  return directory === undefined || name === "-" || name.startsWith("/")
    ? name
    : `${directory}/${name}`;
}

function remoteName({ pathname }: URL): string {
  const name = pathname.slice(pathname.lastIndexOf("/") + 1);
  if (name !== "") return name;
  throw new CurlFailure(23, "Failed writing received data to disk/application");
}

function headersIn(text: string, files: CurlFiles): readonly OwnHeader[] {
  const lines = text.startsWith("@") ? files.read(text.slice(1)).toString().split(/\r?\n/) : [text];
  return lines.flatMap(headerOf);
}

/** `Name: value`; `Name:` takes a header away, `Name;` sends it empty. What is neither is left out. */
function headerOf(line: string): readonly OwnHeader[] {
  const [, name = "", sign, rest = ""] = /^([^:;\s]+)\s*([:;])(.*)$/s.exec(line) ?? [];
  if (sign === undefined || (sign === ";" && rest.trim() !== "")) return [];
  if (sign === ";") return [{ name, value: "" }];
  return [{ name, value: rest.trim() === "" ? undefined : rest.trim() }];
}

const MAX_REDIRECTS = 50;

function redirectsOf(options: Options<CurlKey>): number {
  const most = numberOf(options, "maxRedirects") ?? MAX_REDIRECTS;
  return most < 0 ? Infinity : most;
}

function numberOf(options: Options<CurlKey>, key: CurlKey): number | undefined {
  const text = options.value(key);
  if (text === undefined) return undefined;
  if (/^-?\d+(\.\d+)?$/.test(text)) return Number(text);
  const { as = "" } = options.given.findLast((given) => given.key === key) ?? {};
  throw new CurlFailure(2, `option ${as}: expected a proper numerical parameter`);
}

function secondsOf(options: Options<CurlKey>, key: CurlKey): number | undefined {
  const seconds = numberOf(options, key) ?? 0;
  return seconds > 0 ? seconds * 1000 : undefined;
}
