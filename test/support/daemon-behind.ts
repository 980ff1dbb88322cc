import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { connect, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * Sees each thing that a client says, and may hold it up; with true the daemon never hears of it.
 */
type Take = (said: string, client: Socket) => boolean | Promise<boolean>;

interface DaemonBehind extends AsyncDisposable {
  readonly socket: string;
}

/** The real daemon behind a socket of the test's own, but for what `take` takes. */
export async function daemonBehind(take: Take): Promise<DaemonBehind> {
  const directory = mkdtempSync(join(tmpdir(), "agent-sandbox-test-"));
  const socket = join(directory, "docker.sock");
  const halves = { allowHalfOpen: true };
  const server = createServer(halves, (client) => {
    const daemon = connect({ ...halves, path: "/var/run/docker.sock" });
    daemon.pipe(client);
    let before = Promise.resolve();
    client.on("end", () => void before.then(() => daemon.end()));
    for (const end of [client, daemon]) end.on("error", () => undefined);
    client.on("data", (said: Buffer) => {
      before = before.then(async () => {
        if (!(await take(said.toString("latin1"), client))) daemon.write(said);
      });
    });
  }).listen(socket);
  await once(server, "listening");
  return {
    socket,
    [Symbol.asyncDispose]: async () => {
      server.close();
      await rm(directory, { recursive: true });
    },
  };
}
