import { once } from "node:events";
import { type ClientRequest, type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { isIPv6, type LookupFunction } from "node:net";

export interface ExchangeRequest {
  readonly url: URL;
  readonly method: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Uint8Array | undefined;
  /** Where it may connect; nothing is looked up. */
  readonly addresses: readonly string[];
  readonly ca: readonly string[] | undefined;
  readonly signal: AbortSignal;
  readonly connected: () => void;
}

const MAX_HEAD = 100 * 1024;

/** Sends one request, to one of the addresses that were judged, and waits for the head of its answer. */
export async function exchange(asked: ExchangeRequest): Promise<IncomingMessage> {
  const { body, ca, headers, method, signal, url } = asked;
  const isSecure = url.protocol === "https:";
  const outgoing = (isSecure ? requestHttps : requestHttp)({
    ...{ method, signal, agent: false, setHost: false, maxHeaderSize: MAX_HEAD },
    ...{ host: url.hostname, port: portOf(url), path: url.pathname + url.search },
    ...{ lookup: lookupOf(asked.addresses), autoSelectFamily: true },
    ...(isSecure && ca !== undefined && { ca: [...ca] }),
  });
  // Without a body there is no Transfer-Encoding, whatever the method.
  outgoing.useChunkedEncodingByDefault = false;
  for (const [name, value] of headers) outgoing.appendHeader(name, value);
  tellWhenConnected(outgoing, { isSecure, connected: asked.connected });
  const answer = once(outgoing, "response");
  outgoing.end(body);
  const [response] = (await answer) as [IncomingMessage];
  return response;
}

export function portOf({ port, protocol }: URL): number {
  if (port !== "") return Number(port);
  return protocol === "https:" ? 443 : 80;
}

function tellWhenConnected(
  outgoing: ClientRequest,
  { connected, isSecure }: { readonly isSecure: boolean; readonly connected: () => void },
): void {
  outgoing.once("socket", (socket) => {
    socket.once(isSecure ? "secureConnect" : "connect", connected);
  });
}

/** Answers with what was judged, whatever it is asked for. */
function lookupOf(addresses: readonly string[]): LookupFunction {
  const all = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
  return (_name, options, done) => {
    const [first] = all;
    if (options.all === true) done(null, all);
    else done(null, first?.address ?? "", first?.family ?? 4);
  };
}
