import { createHash } from "node:crypto";

import { expect, it } from "@jest/globals";

import { agentVolumes, makeHome, unusedOwner } from "../support/agent-volume.ts";
import { cliOk } from "../support/cli.ts";
import { docker } from "../support/docker.ts";
import { configure, makeWorkspace } from "../support/workspace.ts";

const OWN = { agents: { isolation: "per-workspace" } };

async function volumesOf(path: string): Promise<readonly string[]> {
  const said = await cliOk(["volume", path, "--all", "--json"]);
  const { volumes } = JSON.parse(said) as { volumes: { volume: string }[] };
  return volumes.slice(0, 2).map(({ volume }) => volume);
}

it("a workspace of its own has the owner's credentials and nothing that another's agent wrote", async () => {
  const owner = unusedOwner();
  await using shared = agentVolumes(owner);
  await using one = await makeWorkspace({ owner });
  await using other = await makeWorkspace({ owner, config: OWN });
  const hash = createHash("md5").update(other.path).digest("hex");
  const own = `agent-sandbox-${hash}`;
  using home = makeHome({ ".codex/auth.json": '{"OPENAI_API_KEY":"sk-x"}' });
  const env = { HOME: home.path, CODEX_HOME: undefined };
  await cliOk(["codex-init-config", one.path, "--auth"], { env });
  expect(await volumesOf(one.path)).toEqual([shared.claude, shared.codex]);
  expect(await volumesOf(other.path)).toEqual([`${own}-claude-code-config`, `${own}-codex-config`]);

  const hostile = `echo 'notify = ["evil"]' >> ~/.codex/config.toml; echo '{"hooks":{}}' > ~/.claude/settings.json`;
  await cliOk(["run", one.path, "--", "sh", "-ec", hostile]);
  const look = "cd; ls -A .codex .claude; cat .codex/auth.json; codex login status 2>&1";
  const said = await cliOk(["run", other.path, "--", "sh", "-ec", look]);
  expect(said).toMatch(
    /^\.claude:\n\n\.codex:\nauth\.json\n\{"OPENAI_API_KEY":"sk-x"\}API key configured/,
  );

  // What it writes is its own, survives its container, and reaches nobody else.
  await cliOk(["run", other.path, "--", "sh", "-ec", "echo mine > ~/.codex/AGENTS.md"]);
  await cliOk(["codex-logout", other.path]);
  await cliOk(["stop", other.path]);
  const label = `label=agent-sandbox.workspace=${other.path}`;
  const container = await docker(["ps", "--all", "--quiet", "--filter", label]);
  await docker(["rm", "--force", container]);
  const again = await cliOk(["run", other.path, "--", "sh", "-c", "cd ~/.codex; ls *.*"]);
  expect(again).toBe("AGENTS.md\n");
  const theirs = await cliOk(["run", one.path, "--", "sh", "-c", "cd ~/.codex; ls *.*; cat A*"]);
  expect(theirs).toMatch(/AGENTS\.md\nauth\.json\nconfig\.toml\nhigh\.config\.toml\n/);
  expect(theirs).not.toContain("mine");

  // What is listed as the workspace's is removed by its name.
  expect(JSON.parse(await cliOk(["df", other.path, "--json"]))).toMatchObject({
    items: expect.arrayContaining([
      expect.objectContaining({ name: `${own}-codex-config`, role: "config" }),
    ]) as unknown,
  });
});

it("codex-init-config writes into the workspace's own volume, which begins with the credentials", async () => {
  const owner = unusedOwner();
  await using shared = agentVolumes(owner);
  await using workspace = await makeWorkspace({ owner });
  using home = makeHome({ ".codex/auth.json": '{"OPENAI_API_KEY":"sk-x"}' });
  const env = { HOME: home.path, CODEX_HOME: undefined };
  await cliOk(["codex-init-config", workspace.path, "--auth"], { env });
  configure(workspace, OWN);
  const [, codex] = await volumesOf(workspace.path);
  expect(codex).not.toBe(shared.codex);
  const said = await cliOk(["codex-init-config", workspace.path]);
  expect(said).toMatch(`In the volume ${codex ?? ""}:\n  Wrote config.toml`);
  const inside = await cliOk(["run", workspace.path, "--", "sh", "-c", "ls ~/.codex"]);
  expect(inside).toBe("AGENTS.md\nauth.json\nconfig.toml\nhigh.config.toml\n");
});
