// A server on this machine, reached by names of the tests' own.
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { createServer as createSecureServer } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

import { parsePolicy, resolvePolicy, type ResolvedPolicy } from "@agent-sandbox/policy";

export interface TestServer extends AsyncDisposable {
  readonly port: number;
  /** The heads of all requests: "GET /path", then its headers. */
  readonly asked: readonly string[];
}

/** Not of the request itself, but of who sends it. */
const OF_THE_SENDER = new Set(["connection", "user-agent", "content-type", "expect"]);

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("latin1");
}

type Answer = (response: ServerResponse, request: IncomingMessage, rest: string) => void;

const ANSWERS: Readonly<Record<string, Answer>> = {
  status: (response, _, rest) => {
    response.statusCode = Number(rest);
    response.end(`status ${rest}\n`);
  },
  // The status and where to: /to/302/http://other.test/path
  to: (response, _, rest) => {
    const [status = "", ...target] = rest.split("/");
    response.writeHead(Number(status), { location: target.join("/") });
    response.end("moved\n");
  },
  loop: (response) => response.writeHead(302, { location: "/loop/" }).end(),
  gzip: (response) => {
    response.writeHead(200, { "content-encoding": "gzip" });
    response.end(gzipSync("unpacked\n"));
  },
  bytes: (response, _, rest) => response.end(Buffer.alloc(Number(rest), "x")),
  drop: (_, request) => request.socket.destroy(),
  short: (response, request) => {
    response.writeHead(200, { "content-length": "100" });
    response.write("half", () => request.socket.destroy());
  },
  hang: (response) => void response.writeHead(200, { "content-length": "10" }).write("half\n"),
  headers: (response) => {
    response.sendDate = false;
    response.removeHeader("connection");
    response
      .writeHead(200, { "X-One": "1", "Content-Length": "3", Connection: "close" })
      .end("hi\n");
  },
};

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const [, name = "", rest = ""] = /^\/([^/?]*)\/?(.*)$/s.exec(request.url ?? "") ?? [];
  const known = Object.hasOwn(ANSWERS, name) ? ANSWERS[name] : undefined;
  if (known !== undefined) {
    known(response, request, rest);
    return;
  }
  response.end(echoed(request, await bodyOf(request)));
}

/** What was asked, in lines; of a form not its boundary, and so not how long it is. */
function echoed({ headers, method = "", url = "" }: IncomingMessage, body: string): string {
  const isForm = body.startsWith("---");
  const lines = Object.entries(headers)
    .filter(([name]) => !OF_THE_SENDER.has(name) && !(isForm && name === "content-length"))
    .map(([name, value]) => `${name}: ${String(value)}`)
    .sort();
  const type = isForm ? "a form" : headers["content-type"];
  const said = body.replace(/-{24}\w+/g, "BOUNDARY");
  return [`${method} ${url}`, ...lines, type, said, ""].join("\n");
}

export async function startServer(secure?: Certificate): Promise<TestServer> {
  const asked: string[] = [];
  const listener = (request: IncomingMessage, response: ServerResponse): void => {
    const headers = request.rawHeaders.join("|");
    asked.push(`${request.method ?? ""} ${request.url ?? ""} ${headers}`);
    void answer(request, response);
  };
  const server: Server =
    secure === undefined ? createServer(listener) : createSecureServer(secure, listener);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    asked,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

export interface Certificate {
  readonly key: string;
  readonly cert: string;
}

/** Signed by itself, for one name. */
export function certificateFor(name: string): Certificate {
  const folder = mkdtempSync(join(tmpdir(), "curl-test-"));
  try {
    const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
    execFileSync(
      "openssl",
      [
        ...["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"],
        ...["-keyout", key, "-out", cert, "-days", "2", "-subj", `/CN=${name}`],
        ...["-addext", `subjectAltName=DNS:${name}`],
      ],
      { stdio: "ignore" },
    );
    return { key: readFileSync(key, "utf8"), cert: readFileSync(cert, "utf8") };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

export function policyOf(config: unknown): ResolvedPolicy {
  return resolvePolicy([parsePolicy(config, { layer: "user" })], {
    ...{ engine: "virtual", workspace: "/w", home: "/home/me", temp: "/tmp" },
  });
}

/** The names of the tests, all of them on this machine. */
export const MIRRORS = ["server.test", "other.test"];

export const onThisMachine = (name: string): Promise<readonly string[]> =>
  name.endsWith(".test") && name !== "nowhere.test"
    ? Promise.resolve(["127.0.0.1"])
    : Promise.reject(new Error("no such name"));
