import { SandboxError } from "@agent-sandbox/core";
import { readWorkspace } from "@agent-sandbox/host";

import { parseDuration } from "./duration.ts";
import { parseWords } from "./flags/parse-words.ts";
import { listenForInterrupts } from "./interrupts.ts";
import { MCP_FLAGS, TOOL_ENGINES, type ToolEngineName } from "./mcp/mcp-flags.ts";
import type { Surroundings } from "./surroundings.ts";
import { type SandboxRequest, sandboxRequest } from "./virtual/sandbox-request.ts";

/**
 * `agent-sandbox mcp …`, given what follows the word `mcp`: a Model Context Protocol server on this
 * process's own streams, until its client closes them.
 */
export async function mcpCommand(
  words: readonly string[],
  surroundings: Surroundings,
): Promise<void> {
  const { values, positionals } = parseWords({ command: "serve", words }, MCP_FLAGS);
  const [path = ".", ...others] = positionals;
  if (others.length > 0) throw usage(`"${others.join(" ")}" is too much`, "Name one workspace");
  const engine = engineOf(values.engine);
  const request = sandboxRequest(path, values);
  using interrupts = listenForInterrupts();
  const { signal } = interrupts;
  if (engine === "virtual") {
    const { serveVirtual } = await import("./mcp/serve-virtual.ts");
    await serveVirtual(request, surroundings, signal);
    return;
  }
  checkOwn(request, engine);
  const { configFile, trust, timeout } = request;
  const timeLimit = timeout === undefined ? undefined : parseDuration(timeout);
  const { path: workspace } = readWorkspace(path);
  const { ProgramTools } = await import("./mcp/program-tools.ts");
  const { serveTools } = await import("./mcp/serve-tools.ts");
  const asked = { engine, path: workspace, configFile, timeLimit, trust };
  const tools = new ProgramTools(asked, surroundings);
  await serveTools(tools, signal);
}

function engineOf(name = "virtual"): ToolEngineName {
  const engine = TOOL_ENGINES.find((one) => one === name);
  if (engine !== undefined) return engine;
  throw usage(`there is no engine "${name}"`, `There are ${TOOL_ENGINES.join(", ")}`);
}

function checkOwn({ imports, snapshot, variables, views }: SandboxRequest, engine: string): void {
  const given = {
    env: variables.length,
    import: imports.length,
    snapshot: snapshot === undefined ? 0 : 1,
    view: views.length,
  };
  const [flag] = Object.entries(given).find(([, count]) => count > 0) ?? [];
  if (flag === undefined) return;
  throw usage(
    `"--${flag}" is for the virtual engine`,
    `The ${engine} engine has the workspace itself`,
  );
}

function usage(state: string, hint: string): SandboxError {
  return new SandboxError("USAGE", `Cannot serve: ${state}`, { hint });
}
