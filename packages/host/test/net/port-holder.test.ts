import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:net";

import { afterEach, beforeEach, expect, it } from "@jest/globals";

import { listeners, portHolder } from "../../src/net/port-holder.ts";

let server: Server;
let port: number;

beforeEach(async () => {
  server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  port = typeof address === "object" && address !== null ? address.port : 0;
});

afterEach(async () => {
  if (server.listening) await new Promise((resolve) => server.close(resolve));
});

it("names the process that listens, by its program alone", () => {
  const program = readFileSync("/proc/self/comm", "utf8").trim();
  expect(portHolder(port)).toEqual({ pid: process.pid, program });
});

it("knows nobody once the port is free again", async () => {
  await new Promise((resolve) => server.close(resolve));
  expect(portHolder(port)).toBeUndefined();
});

it("finds sockets that listen, on any address, and no others", () => {
  const table = `  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 0100007F:05AF 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 101 1
   1: 0100007F:05AF 0100007F:8A12 01 00000000:00000000 00:00000000 00000000  1000        0 102 1
   2: 00000000:15AF 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 103 1
   3: 00000000000000000000000001000000:05AF 00000000:0000 0A 00000000:00000000 00:00000000 00000000 0 0 104 1
`;
  expect(listeners(table, 1455)).toEqual(["101", "104"]);
});
