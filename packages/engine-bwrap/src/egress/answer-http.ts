import {
  createServer,
  type IncomingMessage,
  request,
  type Server,
  type ServerResponse,
} from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";

import type { Dial, Dialled } from "./dial.ts";
import type { Refusal, Target } from "@agent-sandbox/core/egress";
import { tunnel } from "./tunnel.ts";

/** RFC 9110, 7.6.1, and what browsers and curl send to proxies. */
const HOP_BY_HOP = new Set([
  ...["connection", "keep-alive", "proxy-connection", "proxy-authorization", "proxy-authenticate"],
  ...["te", "trailer", "transfer-encoding", "upgrade"],
]);

/** An HTTP proxy: CONNECT, and requests whose target is a whole URL. */
export function answerHttp(dial: Dial): Server {
  const server = createServer({ requestTimeout: 0 }, (asked, answer) => {
    forward(asked, answer, dial).catch(() => asked.destroy());
  });
  // By size alone: a length that was not kept with the others would leave the body without bounds.
  server.maxHeadersCount = 0;
  server.on("connect", (asked, socket, head) => {
    open(asked, { socket, head }, dial).catch(() => socket.destroy());
  });
  return server;
}

/** Text for the program that asked, and for whoever reads its output. */
function refusalText({ reason, wouldChange }: Refusal): string {
  const hint = wouldChange === undefined ? "" : `  instead: ${wouldChange}, or ask the human to\n`;
  return `agent-sandbox: ${reason}\n${hint}`;
}

interface Opened {
  readonly socket: Duplex;
  readonly head: Buffer;
}

async function open(asked: IncomingMessage, { socket, head }: Opened, dial: Dial): Promise<void> {
  socket.on("error", () => socket.destroy());
  const target = authorityOf(asked.url ?? "");
  if (target === undefined) return void socket.end(responseText(400, "agent-sandbox: no target\n"));
  const dialled = await dial(target);
  const failed = failedAnswer(dialled);
  if (failed !== undefined) return void socket.end(responseText(...failed));
  if (!("pipe" in dialled)) return;
  socket.write("HTTP/1.1 200 Connection Established\r\n\r\n");
  if (head.length > 0) dialled.write(head);
  tunnel(socket, dialled);
}

/** `host:port`, nothing left out (RFC 9110, 9.3.6). */
function authorityOf(text: string): Target | undefined {
  const [, host, port] = /^(\[[^\]]*\]|[^:[\]]+):(\d{1,5})$/.exec(text) ?? [];
  if (host === undefined || port === undefined || Number(port) > 65_535) return undefined;
  return { host, port: Number(port) };
}

function failedAnswer(dialled: Dialled): [status: number, text: string] | undefined {
  if ("policy" in dialled) return [403, refusalText(dialled)];
  if ("failure" in dialled) return [502, `agent-sandbox: ${dialled.failure}\n`];
  return undefined;
}

const PHRASES: Readonly<Record<number, string>> = {
  400: "Bad Request",
  403: "Forbidden",
  502: "Bad Gateway",
};

function responseText(status: number, text: string): string {
  return [
    `HTTP/1.1 ${status} ${PHRASES[status] ?? ""}`,
    ...["Content-Type: text/plain", `Content-Length: ${Buffer.byteLength(text)}`],
    ...["Connection: close", "", text],
  ].join("\r\n");
}

async function forward(asked: IncomingMessage, answer: ServerResponse, dial: Dial): Promise<void> {
  const url = URL.parse(asked.url ?? "");
  if (url?.protocol !== "http:") {
    end(answer, 400, "agent-sandbox: this is a proxy for http:// and CONNECT\n");
    return;
  }
  const port = url.port === "" ? 80 : Number(url.port);
  const dialled = await dial({ host: url.hostname, port });
  const failed = failedAnswer(dialled);
  if (failed !== undefined) end(answer, ...failed);
  else if ("pipe" in dialled) passOn({ asked, answer, url }, dialled);
}

interface Forwarded {
  readonly asked: IncomingMessage;
  readonly answer: ServerResponse;
  readonly url: URL;
}

function passOn({ asked, answer, url }: Forwarded, dialled: Socket): void {
  // Whoever asked may have left meanwhile.
  if (asked.socket.destroyed) return void dialled.destroy();
  const onward = request({
    // With an agent, even with none, Node would go its own way.
    createConnection: () => dialled,
    ...{ method: asked.method, path: `${url.pathname}${url.search}`, setHost: false },
    headers: headersOf(asked, url),
  });
  const brokeOff = () => {
    onward.destroy();
    if (answer.headersSent) answer.destroy();
    else end(answer, 502, `agent-sandbox: "${url.host}" broke off\n`);
  };
  onward.on("response", (answered) => {
    try {
      answerWith(answered, answer);
    } catch {
      // What Node reads of a server is more than it writes: status 99, a control character.
      brokeOff();
    }
  });
  onward.on("error", brokeOff);
  // Nobody asked for another protocol.
  onward.on("upgrade", (_answered, socket) => {
    socket.destroy();
    brokeOff();
  });
  answer.on("close", () => onward.destroy());
  asked.pipe(onward);
}

function answerWith(answered: IncomingMessage, answer: ServerResponse): void {
  const { statusCode = 502, statusMessage, rawHeaders } = answered;
  answer.writeHead(statusCode, statusMessage, endToEnd(rawHeaders));
  answered.pipe(answer);
  answered.on("error", () => answer.destroy());
}

/**
 * The host that was judged, whatever the program says it is (RFC 9112, 3.2.2). A body keeps its bounds:
 * without them its end would be a request of its own, for a host that nobody judged.
 */
function headersOf(asked: IncomingMessage, { host }: URL): readonly string[] {
  const length = asked.headers["content-length"];
  return [
    ...["Host", host, ...endToEnd(asked.rawHeaders, ["host", "content-length"])],
    ...(asked.headers["transfer-encoding"] === undefined ? [] : ["Transfer-Encoding", "chunked"]),
    ...(length === undefined ? [] : ["Content-Length", length]),
    ...["Connection", "close"],
  ];
}

function end(answer: ServerResponse, status: number, text: string): void {
  const headers = { "Content-Type": "text/plain", Connection: "close" };
  answer.writeHead(status, PHRASES[status] ?? "", headers).end(text);
}

/** Headers that are for the other end: names and values one after the other, as they came. */
function endToEnd(raw: readonly string[], without: readonly string[] = []): string[] {
  const named = raw.flatMap((text, index) =>
    index % 2 === 0 && text.toLowerCase() === "connection" ? (raw[index + 1] ?? "").split(",") : [],
  );
  const dropped = new Set([
    ...HOP_BY_HOP,
    ...without,
    ...named.map((name) => name.trim().toLowerCase()),
  ]);
  return raw.flatMap((text, index) =>
    index % 2 === 0 && !dropped.has(text.toLowerCase()) ? [text, raw[index + 1] ?? ""] : [],
  );
}
