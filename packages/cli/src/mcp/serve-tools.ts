import { readFileSync } from "node:fs";
import { join } from "node:path";

import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";

import { packageRoot } from "../assets.ts";
import { hangUpWith } from "../hang-up.ts";
import { makeServer } from "./make-server.ts";
import type { ToolEngine } from "./tool-engine.ts";

/** Serves the tools on this process's own streams, until the client closes them or `signal` says so. */
export async function serveTools(engine: ToolEngine, signal: AbortSignal): Promise<void> {
  const server = makeServer(engine, ownVersion());
  const { promise: ended, resolve } = Promise.withResolvers<undefined>();
  const end = () => resolve(undefined);
  hangUpWith(process.stdin);
  process.stdin.once("end", end).once("close", end);
  signal.addEventListener("abort", end);
  if (signal.aborted) end();
  await server.connect(new StdioServerTransport());
  await ended;
  await engine.close();
  await server.close();
  process.stdin.destroy();
}

function ownVersion(): string {
  const file = join(packageRoot(import.meta.dirname), "package.json");
  const { version } = JSON.parse(readFileSync(file, "utf8")) as { readonly version: string };
  return version;
}
