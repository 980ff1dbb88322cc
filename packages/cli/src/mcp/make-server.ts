import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import * as z from "zod/mini";

import { toFailure } from "../failure.ts";
import { executedText } from "./executed-text.ts";
import type { ToolEngine } from "./tool-engine.ts";

const SNAPSHOT_NAME = z
  .string()
  .check(z.minLength(1), z.maxLength(100), z.meta({ description: "The name of the snapshot" }));
const COMMAND = z
  .string()
  .check(z.meta({ description: "What to run, as it would be typed into bash" }));

/** The tools of one engine. */
export function makeServer(engine: ToolEngine, version: string): McpServer {
  const server = new McpServer({ name: "agent-sandbox", version });
  server.registerTool(
    "execute",
    {
      title: "Run a command",
      description: `Runs a bash command in a closed sandbox (the ${engine.name} engine) and returns what it prints. ${engine.keeps}`,
      inputSchema: { command: COMMAND },
    },
    async ({ command }, { signal }) =>
      await told(async () => executedText(await engine.execute(command, signal))),
  );
  server.registerTool(
    "snapshot",
    {
      title: "Take a snapshot",
      description: `Keeps all that the sandbox is now, under a name. ${ONLY_VIRTUAL}`,
      inputSchema: { name: SNAPSHOT_NAME },
    },
    async ({ name }) => await told(() => engine.snapshot(name)),
  );
  server.registerTool(
    "restore",
    {
      title: "Restore a snapshot",
      description: `Puts what a snapshot keeps in place of all that is in the sandbox. ${ONLY_VIRTUAL}`,
      inputSchema: { name: SNAPSHOT_NAME },
    },
    async ({ name }) => await told(() => engine.restore(name)),
  );
  server.registerTool(
    "list",
    {
      title: "List what there is",
      description: "Says, as JSON, what the sandbox is and which snapshots there are.",
      inputSchema: {},
      annotations: { readOnlyHint: true },
    },
    async () => await told(async () => JSON.stringify(await engine.list(), undefined, 2)),
  );
  return server;
}

const ONLY_VIRTUAL = "Only the virtual engine has snapshots; the others say so.";

/** What fails is told as a sentence with its way out, to whoever called the tool. */
async function told(work: () => Promise<string>): Promise<CallToolResult> {
  try {
    return { content: [{ type: "text", text: await work() }] };
  } catch (error) {
    const { message, hint } = toFailure(error);
    const text = hint === undefined ? message : `${message}. ${hint}`;
    return { content: [{ type: "text", text }], isError: true };
  }
}
