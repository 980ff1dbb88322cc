// Runs in a container of the tests' own: `node serve.ts DIRECTORY`, where the directory has the
// server's certificate and key, and gets a line for each request.
import { appendFileSync, readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:https";
import { join } from "node:path";
import { text } from "node:stream/consumers";

import { anthropic } from "./anthropic.ts";
import type { Service } from "./exchange.ts";
import { openai } from "./openai.ts";

const directory = process.argv[2] ?? ".";

const SERVICES: Readonly<Record<string, Service>> = {
  "api.anthropic.com": anthropic,
  "auth.openai.com": openai,
  "platform.claude.com": anthropic,
};

createServer(
  {
    cert: readFileSync(join(directory, "server.crt")),
    key: readFileSync(join(directory, "server.key")),
  },
  (request, response) => void serve(request, response),
).listen(443, () => {
  console.log("listening");
});

async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { host = "" } = request.headers;
  const { pathname: path } = new URL(request.url ?? "/", `https://${host}`);
  const method = request.method ?? "";
  const sent = await text(request);
  appendFileSync(join(directory, "requests"), `${JSON.stringify({ host, method, path, sent })}\n`);
  const body = parse(sent, request.headers["content-type"] ?? "");
  const answer = SERVICES[host]?.({ method, path, body }) ?? { status: 404, body: {} };
  response.writeHead(answer.status, { "content-type": "application/json" });
  response.end(JSON.stringify(answer.body));
}

function parse(sent: string, type: string): Readonly<Record<string, unknown>> {
  if (sent === "") return {};
  if (type.startsWith("application/x-www-form-urlencoded"))
    return Object.fromEntries(new URLSearchParams(sent));
  return type.startsWith("application/json") ? (JSON.parse(sent) as Record<string, unknown>) : {};
}
