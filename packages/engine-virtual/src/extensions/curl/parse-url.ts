import { CurlFailure } from "./curl-failure.ts";

interface Reading {
  /** What `-G` puts behind it. */
  readonly query: string | undefined;
  /** `-g`: brackets mean themselves. */
  readonly isPlain: boolean;
}

/** A URL as curl reads it: `http://` where it says nothing else. */
export function parseUrl(text: string, { isPlain, query }: Reading): URL {
  if (!isPlain && /[{}]|\[(?![\da-fA-F:.]+\])/.test(text)) {
    throw new CurlFailure(3, "globbing of URLs is not supported: -g takes brackets as they are");
  }
  const full = /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `http://${text}`;
  const url = URL.parse(full);
  if (url === null || url.hostname === "") {
    throw new CurlFailure(3, "URL using bad/illegal format or missing URL");
  }
  checkProtocol(url);
  if (query !== undefined && query !== "") {
    url.search = url.search === "" ? query : `${url.search}&${query}`;
  }
  return url;
}

export function checkProtocol({ protocol }: URL): void {
  if (protocol === "http:" || protocol === "https:") return;
  const name = protocol.slice(0, -1);
  throw new CurlFailure(1, `Protocol "${name}" not supported or disabled in libcurl`);
}
