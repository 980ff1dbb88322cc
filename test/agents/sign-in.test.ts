// The real Claude Code and the real Codex sign in, in the sandbox, at a server of the tests' own that
// has the names of their services on an internet of the tests' own.
import { afterAll, beforeAll, expect, it } from "@jest/globals";

import { agentVolumes, withVolume } from "../support/agent-volume.ts";
import { CLI, cli, cliOk } from "../support/cli.ts";
import { openTerminal } from "../support/terminal.ts";
import type { Workspace } from "../support/workspace.ts";
import { openTlsServer, type TlsServer } from "./tls-server.ts";
import { makeTrustingWorkspace } from "./trusting-workspace.ts";

/** Of nobody else, so that no other sign-in is touched. */
const OWNER = 61_456;
const volumes = agentVolumes(OWNER);

let server: TlsServer;
let workspace: Workspace;

const made = new AsyncDisposableStack();

beforeAll(async () => {
  server = made.use(
    await openTlsServer({
      label: "agent-sandbox.test=sign-in",
      program: "sign-in-server",
      names: ["auth.openai.com", "platform.claude.com", "api.anthropic.com"],
    }),
  );
  made.use(volumes);
  const { internet, authority } = server;
  const config = {
    network: { dns: [internet.dns] },
    // Otherwise it shows a short form of its address, of which nobody else can tell what is in it.
    environment: { set: { CLAUDE_CODE_FULL_SIGN_IN_LINK: "1" } },
    container: { network: internet.network },
  };
  workspace = made.use(await makeTrustingWorkspace({ owner: OWNER, authority, config }));
});

afterAll(async () => {
  await made.disposeAsync();
});

const REVOCATION = "auth.openai.com /oauth/revoke";

interface SignInRequest {
  readonly host: string;
  readonly path: string;
}

/** What the services were asked, in order, as `host path`. */
async function asked(): Promise<readonly string[]> {
  const requests = (await server.requests()).map((line) => JSON.parse(line) as SignInRequest);
  return requests.map(({ host, path }) => `${host} ${path}`);
}

/** What the service would hand the browser for this address: the code that the program has to prove. */
function codeFor(address: string): { readonly code: string; readonly state: string } {
  const { searchParams } = new URL(address);
  const challenge = searchParams.get("code_challenge") ?? "";
  return { code: `code-for-${challenge}`, state: searchParams.get("state") ?? "" };
}

/** A terminal in which the host's shell runs the real executable and then shows its status. */
const open = (args: string) =>
  openTerminal(
    `clear; ${process.execPath} ${CLI} login ${args} ${workspace.path}; echo "status $?"`,
  );

const inside = async (...argv: readonly string[]) =>
  await cli(["run", workspace.path, "--", ...argv]);

const credentials = async (volume: string, file: string) =>
  await withVolume({ volume, owner: OWNER }, `stat --format '%a %u' ${file}; cat ${file}`);

it("signs Codex in by a browser that comes back to port 1455, and keeps it in the volume", async () => {
  using terminal = open("codex");
  const [address] = await terminal.see(/https:\/\/auth\.openai\.com\/oauth\/authorize\S+/);
  const query = new URLSearchParams(codeFor(address));
  const page = await fetch(`http://localhost:1455/auth/callback?${query.toString()}`);
  expect(page.status).toBe(200);
  await terminal.see(/Successfully logged in\s+status 0/);
  expect(await credentials(volumes.codex, "auth.json")).toMatch(
    new RegExp(`^600 ${OWNER.toString()}\\n[^]*"refresh_token": "refresh-of-openai"`),
  );
  const { stderr } = await inside("codex", "login", "status");
  expect(stderr).toContain("Logged in using ChatGPT");
  await expect(fetch("http://127.0.0.1:1455/")).rejects.toMatchObject({
    cause: { code: "ECONNREFUSED" },
  });
});

it("signs Codex in by a code that is typed in on another device", async () => {
  await cliOk(["codex-logout", workspace.path]);
  expect((await inside("codex", "login", "status")).stderr).toContain("Not logged in");
  using terminal = open("codex --device");
  await terminal.see(/auth\.openai\.com\/codex\/device[^]*TEST-12345/);
  await terminal.see(/Successfully logged in\s+status 0/);
  expect(await credentials(volumes.codex, "auth.json")).toContain("refresh-of-openai");
  expect(await asked()).toContain("auth.openai.com /api/accounts/deviceauth/token");
  expect(await asked()).not.toContain(REVOCATION);
});

it("ends the sign-in of Codex that is in the volume by a new one", async () => {
  using terminal = open("codex --device");
  await terminal.see(/Successfully logged in\s+status 0/);
  expect(await asked()).toContain(REVOCATION);
});

it("signs Claude Code in by a pasted code, and keeps it in the volume", async () => {
  using terminal = open("claude");
  const [address] = await terminal.see(/https:\/\/claude\.com\/cai\/oauth\/authorize\S+/);
  const { code, state } = codeFor(address);
  await terminal.see(/Paste code here/);
  terminal.type(`${code}#${state}`);
  terminal.press("Enter");
  await terminal.see(/Login successful[^]*status 0/);
  expect(await credentials(volumes.claude, ".credentials.json")).toMatch(
    new RegExp(`^600 ${OWNER.toString()}\\n[^]*sk-ant-ort01-refresh-of-the-tests`),
  );
  const { stdout } = await inside("claude", "auth", "status");
  expect(JSON.parse(stdout)).toMatchObject({ loggedIn: true });
});

it("says so where a code is not the service's, and is not signed in", async () => {
  await cliOk(["claude-logout", workspace.path]);
  using terminal = open("claude");
  const [address] = await terminal.see(/https:\/\/claude\.com\/cai\/oauth\/authorize\S+/);
  terminal.type(`code-for-somebody-else#${codeFor(address).state}`);
  terminal.press("Enter");
  await terminal.see(/status 1/);
  const { stdout } = await inside("claude", "auth", "status");
  expect(JSON.parse(stdout)).toMatchObject({ loggedIn: false });
});
