// Runs in a container of the tests' own: `node serve.ts DIRECTORY`, where the directory has the
// server's certificate and key, and gets a line for each request.
import { appendFileSync, readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:https";
import { join } from "node:path";
import { json } from "node:stream/consumers";

import type { Answer, Conversation } from "./conversation.ts";
import { answerMessages } from "./messages.ts";
import { answerResponses } from "./responses.ts";

const directory = process.argv[2] ?? ".";

/** What answers at a path, and the header that must hold the key. */
interface Api {
  readonly answer: (body: Conversation) => Answer;
  readonly header: "authorization" | "x-api-key";
  readonly key: string;
}

const APIS: Readonly<Record<string, Api>> = {
  "/v1/messages": { answer: answerMessages, header: "x-api-key", key: "claude-key-4711" },
  "/v1/responses": {
    ...{ answer: answerResponses, header: "authorization", key: "Bearer codex-key-0815" },
  },
};

createServer(
  {
    cert: readFileSync(join(directory, "server.crt")),
    key: readFileSync(join(directory, "server.key")),
  },
  (request, response) => void serve(request, response),
)
  // Codex asks for a WebSocket first.
  .on("upgrade", (_, socket) => {
    socket.end("HTTP/1.1 426 Upgrade Required\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
  })
  .listen(443, () => {
    console.log("listening");
  });

async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname } = new URL(request.url ?? "/", "https://models.example");
  const api = APIS[pathname];
  // Claude Code looks whether somebody is there before it asks anything.
  if (api === undefined) {
    note(request, pathname);
    response.writeHead(404).end("{}");
    return;
  }
  const { events, ...asked } = api.answer((await json(request)) as Conversation);
  note(request, pathname, asked);
  if (request.headers[api.header] !== api.key) {
    const error = { type: "authentication_error", message: "invalid key" };
    response.writeHead(401, { "content-type": "application/json" });
    response.end(JSON.stringify({ type: "error", error }));
    return;
  }
  response.writeHead(200, { "content-type": "text/event-stream" });
  const lines = events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
  response.end(lines.join(""));
}

function note(
  { headers }: IncomingMessage,
  path: string,
  asked: Omit<Answer, "events"> = { results: [], told: [] },
): void {
  // Agents say much about themselves first; all that is asked is to be read at once.
  const told = asked.told.map((text) => text.slice(-2000));
  const seen = { path, headers, ...asked, told };
  appendFileSync(join(directory, "requests"), `${JSON.stringify(seen)}\n`);
}
