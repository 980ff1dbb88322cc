import { mkdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import { parsePolicy, resolvePolicy } from "@agent-sandbox/policy";
import { readFacts, type FactPorts } from "../../src/facts/read-facts.ts";
import { readWorkspace } from "../../src/facts/read-workspace.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

async function portsIn(directory: string): Promise<FactPorts> {
  const fallbackFile = join(directory, "ranges");
  await writeFile(fallbackFile, "192.0.2.0/24\n");
  return {
    dockerSocket: () => ({ kind: "none", state: "it is not there" }),
    env: { npm_config_registry: "https://npm.example/" },
    home: directory,
    stateDir: join(directory, "state"),
    fallbackFile,
    metaUrl: "http://127.0.0.1:1/meta",
    fetch,
    now: () => 0,
    signal: new AbortController().signal,
  };
}

const DOCKER = { engine: "docker", workspace: "/w", home: "/home/ann", temp: "/tmp" } as const;

describe("readFacts", () => {
  it("tells what the plan needs", async () => {
    await using directory = await temporaryDirectory();
    const workspace = join(directory.path, "ws");
    await mkdir(join(workspace, ".git/hooks"), { recursive: true });
    const { uid, gid } = await stat(workspace);
    const facts = await readFacts(
      readWorkspace(workspace),
      resolvePolicy([], DOCKER),
      await portsIn(directory.path),
    );
    expect(facts).toMatchObject({
      workspace: { path: workspace, name: "ws" },
      owner: { uid, gid },
      git: "directory",
      npmRegistryHosts: ["npm.example"],
      githubRanges: ["192.0.2.0/24"],
    });
    expect(facts.paths.get(".git/hooks")).toBe("directory");
    expect(facts.paths.get(".agent-precommit/user-context.json")).toBe("absent");
    expect(facts.paths.get(".agent-precommit")).toBe("absent");
  });

  it("asks nothing of the network when the policy closes it", async () => {
    await using directory = await temporaryDirectory();
    const closed = resolvePolicy([parsePolicy({ network: false }, { layer: "flags" })], DOCKER);
    const ports = await portsIn(directory.path);
    let asked = 0;
    const facts = await readFacts(readWorkspace(directory.path), closed, {
      ...ports,
      fetch: () => {
        asked += 1;
        return Promise.reject(new Error("offline"));
      },
    });
    expect(facts).toMatchObject({ git: "absent", npmRegistryHosts: [], githubRanges: [] });
    expect(asked).toBe(0);
  });
});
