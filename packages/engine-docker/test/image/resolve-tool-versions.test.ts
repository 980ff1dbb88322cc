import { readFile } from "node:fs/promises";
import { createServer, type RequestListener } from "node:http";
import { describe, expect, it } from "@jest/globals";
import { dockerfileArguments } from "../../src/image/dockerfile-instructions.ts";
import { resolveToolVersions, type ToolRequest } from "../../src/image/resolve-tool-versions.ts";
import { scratchDirectory } from "./tiny-image.ts";

const LATEST: ToolRequest = {
  claudeCode: undefined,
  codex: undefined,
  astGrep: undefined,
  gitDelta: undefined,
};
const DEFAULTS = new Map([
  ["CLAUDE_CODE_VERSION", "1.0.1"],
  ["CODEX_VERSION", "1.0.2"],
  ["AST_GREP_VERSION", "1.0.3"],
]);
const VERSIONS = ["2.0.0", "2.10.0", "2.9.0"];

// A registry of the tests' own, that real npm asks.
const registry: RequestListener = (request, response) => {
  const name = decodeURIComponent(request.url?.slice(1) ?? "");
  const versions = Object.fromEntries(VERSIONS.map((version) => [version, { name, version }]));
  response.setHeader("content-type", "application/json");
  response.end(
    JSON.stringify({ name, "dist-tags": { latest: "2.9.0", next: "2.10.0" }, versions }),
  );
};

interface Resolved {
  readonly versions: Awaited<ReturnType<typeof resolveToolVersions>>;
  readonly warnings: readonly string[];
}

async function resolve(
  request: Partial<ToolRequest>,
  listener?: RequestListener,
  defaults: ReadonlyMap<string, string> = DEFAULTS,
): Promise<Resolved> {
  const server = createServer(listener).listen(0, "127.0.0.1");
  await new Promise((done) => server.once("listening", done));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  if (listener === undefined) await new Promise((done) => server.close(done));
  await using directory = await scratchDirectory();
  const warnings: string[] = [];
  const env = {
    PATH: process.env["PATH"],
    HOME: "/nonexistent",
    npm_config_cache: directory.path,
    npm_config_registry: `http://127.0.0.1:${String(port)}/`,
  };
  const signal = AbortSignal.timeout(30_000);
  const warn = (message: string): void => void warnings.push(message);
  try {
    const ports = { env, warn, signal };
    return {
      versions: await resolveToolVersions({ ...LATEST, ...request }, defaults, ports),
      warnings,
    };
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

describe("resolveToolVersions", () => {
  it("turns the latest and other tags into versions, through npm's own configuration", async () => {
    const { versions, warnings } = await resolve({ codex: "next", astGrep: "2.0.0" }, registry);
    expect(versions).toEqual({
      CLAUDE_CODE_VERSION: "2.9.0",
      CODEX_VERSION: "2.10.0",
      AST_GREP_VERSION: "2.0.0",
      GIT_DELTA_VERSION: "",
    });
    expect(warnings).toEqual([]);
  });

  it("falls back on the Dockerfile's defaults with a warning when the registry is silent", async () => {
    const { versions, warnings } = await resolve({ astGrep: "7.7.7", gitDelta: "0.18.2" });
    expect(versions).toEqual({
      CLAUDE_CODE_VERSION: "1.0.1",
      CODEX_VERSION: "1.0.2",
      AST_GREP_VERSION: "7.7.7",
      GIT_DELTA_VERSION: "0.18.2",
    });
    expect(warnings).toHaveLength(3);
    expect([...warnings].sort()[0]).toContain('"@anthropic-ai/claude-code@latest"');
  });

  it("goes on with a concrete version of each tool where the registry is silent", async () => {
    const dockerfile = new URL("../../../../base-image/Dockerfile", import.meta.url);
    const shipped = dockerfileArguments(await readFile(dockerfile, "utf8"));
    const { versions } = await resolve({}, undefined, shipped);
    for (const name of ["CLAUDE_CODE_VERSION", "CODEX_VERSION", "AST_GREP_VERSION"] as const) {
      expect(versions[name]).toMatch(/^\d+\.\d+\.\d+$/);
      expect(versions[name]).toBe(shipped.get(name));
    }
  });

  it("says so when the registry has no such version", async () => {
    await expect(resolve({ codex: "9.9.9" }, registry)).rejects.toMatchObject({
      code: "USAGE",
      message: expect.stringContaining('--codex-version "9.9.9"'),
    });
  });

  it.each([
    [{ codex: "^1.0.0" }, "--codex-version"],
    [{ claudeCode: "--registry=x" }, "--claude-code-version"],
    [{ astGrep: "" }, "--ast-grep-version"],
    [{ gitDelta: "$(id)" }, "--git-delta-version"],
  ])("refuses %j before it asks anyone", async (request, flag) => {
    await expect(resolve(request)).rejects.toMatchObject({
      code: "USAGE",
      message: expect.stringContaining(flag),
    });
  });
});
