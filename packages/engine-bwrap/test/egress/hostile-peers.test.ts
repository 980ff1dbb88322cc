// The proxy between two that are out to harm it, or to have it carry what it did not judge: a server that
// answers what no server answers, and a program that asks for what nobody asks for.
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { type AddressInfo, connect, createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

import { describe, expect, it } from "@jest/globals";

import { speak, startProxy, startServer } from "./proxy.ts";

interface RawServer extends AsyncDisposable {
  readonly port: number;
  /** All that it was told. */
  readonly heard: () => string;
}

/** Says these bytes to whoever says anything. */
async function startRaw(answer: string): Promise<RawServer> {
  const heard: Buffer[] = [];
  const server = createServer((socket) => {
    socket.on("error", () => socket.destroy());
    socket.on("data", (chunk) => heard.push(chunk));
    socket.once("data", () => socket.end(Buffer.from(answer, "latin1")));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    heard: () => Buffer.concat(heard).toString("latin1"),
    [Symbol.asyncDispose]: async () => {
      server.close();
      await once(server, "close");
    },
  };
}

const OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok";

describe("an open host", () => {
  it.each([
    ["a control character in its phrase", "HTTP/1.1 200 O\x01K\r\nContent-Length: 0\r\n\r\n"],
    ["a status that there is not", "HTTP/1.1 099 OK\r\nContent-Length: 0\r\n\r\n"],
    [
      "a control character in a header",
      "HTTP/1.1 200 OK\r\nA: b\x7fc\r\nContent-Length: 0\r\n\r\n",
    ],
    ["two lengths", "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nok"],
    ["another protocol", "HTTP/1.1 101 No\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\nhello"],
    ["nothing", ""],
  ])("that answers %s ends its own answer and nothing else", async (_what, answer) => {
    await using server = await startRaw(answer);
    await using proxy = await startProxy(server.port);
    const ask = `GET http://mirror.test:${server.port}/ HTTP/1.1\r\nHost: x\r\n\r\n`;
    expect((await speak(proxy.socketPath, ask)).toString()).toMatch(
      /^HTTP\/1\.1 502 Bad Gateway\r\n/,
    );
    expect((await speak(proxy.socketPath, ask)).toString()).toMatch(
      /^HTTP\/1\.1 502 Bad Gateway\r\n/,
    );
  });
});

describe("a body", () => {
  const SMUGGLED = "GET /smuggled HTTP/1.1\r\nHost: evil.test\r\n\r\n";
  const size = SMUGGLED.length;
  const chunked = `Transfer-Encoding: chunked\r\n\r\n${size.toString(16)}\r\n${SMUGGLED}\r\n0\r\n\r\n`;

  it.each(["GET", "DELETE", "OPTIONS", "POST"])(
    "of %s in chunks goes on in chunks",
    async (method) => {
      await using server = await startRaw(OK);
      await using proxy = await startProxy(server.port);
      const url = `http://mirror.test:${server.port}/`;
      await speak(
        proxy.socketPath,
        `${method} ${url} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${chunked}`,
      );
      const [head = "", body = ""] = server.heard().split(/\r\n\r\n(.*)/s);
      expect(head).toContain("\r\nTransfer-Encoding: chunked");
      expect(body).toBe(`${size.toString(16)}\r\n${SMUGGLED}\r\n0\r\n\r\n`);
    },
  );

  it("keeps its bounds behind a thousand headers", async () => {
    await using server = await startRaw(OK);
    await using proxy = await startProxy(server.port);
    const head = `GET http://mirror.test:${server.port}/ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n`;
    await speak(proxy.socketPath, `${head}${"a:\r\n".repeat(1_100)}${chunked}`);
    expect(server.heard()).toContain("\r\nTransfer-Encoding: chunked\r\n");
  });

  it("keeps its length, whatever the program says of that header", async () => {
    await using server = await startRaw(OK);
    await using proxy = await startProxy(server.port);
    const head = `GET http://mirror.test:${server.port}/ HTTP/1.1\r\nHost: x\r\nConnection: close, content-length\r\n`;
    await speak(proxy.socketPath, `${head}Content-Length: ${size.toString()}\r\n\r\n${SMUGGLED}`);
    expect(server.heard()).toContain(`\r\nContent-Length: ${size.toString()}\r\n`);
  });

  it.each([
    ["a length beside chunks", `Content-Length: 3\r\n${chunked}`],
    ["chunks of another kind", "Transfer-Encoding: xchunked\r\n\r\nhello"],
    ["a line of its own in a header", "A: b\rContent-Length: 3\r\n\r\nabc"],
    ["a header of 100 kB", `A: ${"b".repeat(100_000)}\r\n\r\n`],
  ])("with %s is taken nowhere", async (_what, rest) => {
    await using server = await startRaw(OK);
    await using proxy = await startProxy(server.port);
    const head = `GET http://mirror.test:${server.port}/ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n`;
    // It may be hung up on before all of it was sent.
    await speak(proxy.socketPath, head + rest).catch(() => undefined);
    expect(server.heard()).toBe("");
    expect((await speak(proxy.socketPath, `${head}\r\n`)).toString()).toMatch(/\r\n\r\nok$/);
  });
});

describe("a program that leaves", () => {
  it("while a host is being reached leaves no connection behind", async () => {
    await using server = await startServer();
    const slow = { lookUp: () => sleep(50).then(() => ["127.0.0.1"]) };
    await using proxy = await startProxy(server.port, slow);
    const before = descriptors();
    const asks = [
      `CONNECT mirror.test:${server.port} HTTP/1.1\r\n\r\n`,
      `GET http://mirror.test:${server.port}/ HTTP/1.1\r\nHost: x\r\n\r\n`,
    ];
    await Promise.all(
      Array.from({ length: 100 }, async (_, index) => {
        const socket = connect({ path: proxy.socketPath });
        await once(socket, "connect");
        socket.write(asks[index % 2] ?? "");
        await sleep(20);
        socket.destroy();
      }),
    );
    for (let tries = 0; tries < 100 && descriptors() > before; tries += 1) await sleep(50);
    expect(descriptors()).toBeLessThanOrEqual(before);
  });

  it("takes no more of the descriptors than it may, and gives them back", async () => {
    await using server = await startServer();
    await using proxy = await startProxy(server.port);
    const idle = Array.from({ length: 600 }, () => connect({ path: proxy.socketPath }));
    for (const socket of idle) socket.on("error", () => socket.destroy());
    await sleep(200);
    expect(descriptors()).toBeLessThan(1_200);
    for (const socket of idle) socket.destroy();
    await sleep(200);
    const ask = `GET http://mirror.test:${server.port}/ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`;
    expect((await speak(proxy.socketPath, ask)).toString()).toContain("hello from the server");
  });
});

function descriptors(): number {
  return readdirSync("/proc/self/fd").length;
}
