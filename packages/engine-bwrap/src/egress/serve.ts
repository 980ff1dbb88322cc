import { once } from "node:events";
import { createServer, type Server, type Socket } from "node:net";

import { answerHttp } from "./answer-http.ts";
import { answerSocks } from "./answer-socks.ts";
import type { Dial } from "./dial.ts";

const SOCKS_5 = 5;

/** Each takes two descriptors of ours, whoever asks for it. */
const MOST_CONNECTIONS = 400;

/** Both kinds of proxy on one Unix socket: the first byte tells them apart. */
export async function serve(socketPath: string, dial: Dial): Promise<AsyncDisposable> {
  const http = answerHttp(dial);
  const open = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    open.add(socket);
    socket.on("close", () => open.delete(socket));
    socket.on("error", () => socket.destroy());
    tell(socket, { http, dial });
  });
  server.maxConnections = MOST_CONNECTIONS;
  server.listen(socketPath);
  await once(server, "listening");
  return {
    [Symbol.asyncDispose]: async () => {
      const closed = once(server, "close");
      server.close();
      http.closeAllConnections();
      for (const socket of open) socket.destroy();
      await closed;
    },
  };
}

function tell(
  socket: Socket,
  { http, dial }: { readonly http: Server; readonly dial: Dial },
): void {
  socket.once("readable", () => {
    const first = socket.read(1) as Buffer | null;
    if (first === null) return void socket.destroy();
    socket.unshift(first);
    if (first[0] !== SOCKS_5) return void http.emit("connection", socket);
    answerSocks(socket, dial).catch(() => socket.destroy());
  });
}
