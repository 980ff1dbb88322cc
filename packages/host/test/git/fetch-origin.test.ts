import { execFile } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdir, readdir, readFile, stat, symlink, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import type { WorkspaceIdentity } from "@agent-sandbox/core";
import { describe, expect, it } from "@jest/globals";
import { fetchOrigin, type FetchPorts } from "../../src/git/fetch-origin.ts";
import { readRepository } from "../../src/git/read-repository.ts";
import { git, GIT_ENV, originOf, repositoryAt } from "../support/repositories.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const signal = new AbortController().signal;
const run = promisify(execFile);

async function fetch(
  workspace: WorkspaceIdentity,
  ports: Partial<FetchPorts> = {},
): Promise<string | undefined> {
  const own = { env: GIT_ENV, signal, terminal: false, say: () => undefined };
  const repository = await readRepository(workspace, own);
  return await fetchOrigin(workspace, repository, { ...own, ...ports });
}

/** An origin on this machine that answers as told. */
async function serving(answer: Server): Promise<AsyncDisposable & { readonly url: string }> {
  answer.listen(0, "127.0.0.1");
  await once(answer, "listening");
  const { port } = answer.address() as AddressInfo;
  return {
    url: `http://me:secret@127.0.0.1:${port}/r.git`,
    async [Symbol.asyncDispose]() {
      answer.closeAllConnections();
      answer.close();
      await once(answer, "close");
    },
  };
}

describe("fetchOrigin", () => {
  it("brings the branches of origin, and says so", async () => {
    await using directory = await temporaryDirectory();
    const workspace = await repositoryAt(join(directory.path, "r"));
    const origin = await originOf(workspace.path);
    await git(origin, "branch", "topic");
    const said: string[] = [];
    expect(await fetch(workspace, { say: (message) => said.push(message) })).toBeUndefined();
    expect(await git(workspace.path, "rev-parse", "origin/topic")).toMatch(/^[0-9a-f]{40}$/);
    expect(said).toEqual([`Fetching origin, "${origin}"`]);
  });

  it("does nothing without an origin", async () => {
    await using directory = await temporaryDirectory();
    const workspace = await repositoryAt(join(directory.path, "r"));
    const said: string[] = [];
    expect(await fetch(workspace, { say: (message) => said.push(message) })).toBeUndefined();
    expect(said).toEqual([]);
  });

  it("warns with git's own words", async () => {
    await using directory = await temporaryDirectory();
    const workspace = await repositoryAt(join(directory.path, "r"));
    await git(workspace.path, "remote", "add", "origin", "/nowhere.git");
    expect(await fetch(workspace)).toBe(
      "Cannot fetch origin: '/nowhere.git' does not appear to be a git repository; its branches are as they were at the last fetch",
    );
  });

  it("asks nobody where there is no terminal, and shows no password", async () => {
    await using directory = await temporaryDirectory();
    const workspace = await repositoryAt(join(directory.path, "r"));
    const refusing = createServer((_, response) => {
      response.writeHead(401, { "www-authenticate": "Basic realm=x" }).end();
    });
    await using server = await serving(refusing);
    const said: string[] = [];
    const say = (message: string) => said.push(message);
    await git(workspace.path, "remote", "add", "origin", server.url.replace("me:secret@", ""));
    expect(await fetch(workspace, { say })).toContain("terminal prompts disabled");
    await git(workspace.path, "remote", "set-url", "origin", server.url);
    expect(await fetch(workspace, { say })).toContain("Authentication failed");
    expect(said.join()).not.toContain("secret");
  });

  it("runs ssh where it has no terminal to ask at", async () => {
    await using directory = await temporaryDirectory();
    const workspace = await repositoryAt(join(directory.path, "r"));
    const ssh = join(directory.path, "ssh");
    const shows = `cut -d " " -f 6 /proc/self/stat >"${directory.path}/session"; echo "$SSH_ASKPASS_REQUIRE" >&2; exit 1`;
    await writeFile(ssh, `#!/bin/sh\n${shows}\n`);
    await chmod(ssh, 0o755);
    await git(workspace.path, "remote", "add", "origin", "ssh://git@example.invalid/r.git");
    const env = { ...GIT_ENV, GIT_SSH: ssh };
    expect(await fetch(workspace, { env })).toBe(
      "Cannot fetch origin: never; its branches are as they were at the last fetch",
    );
    const session = async () => (await readFile(join(directory.path, "session"), "utf8")).trim();
    const { stdout: own } = await run("cut", ["-d", " ", "-f", "6", "/proc/self/stat"]);
    expect(await session()).not.toBe(own.trim());
    await fetch(workspace, { env, terminal: true });
    expect(await session()).toBe(own.trim());
  });

  it("gives up in time, with all that it started", async () => {
    await using directory = await temporaryDirectory();
    const workspace = await repositoryAt(join(directory.path, "r"));
    let gone: Promise<unknown> | undefined;
    const silent = createServer((request) => {
      gone = once(request.socket, "close");
    });
    await using server = await serving(silent);
    await git(workspace.path, "remote", "add", "origin", server.url);
    expect(await fetch(workspace, { patience: 1000 })).toContain("it took longer than 1 seconds");
    await gone;
    expect(gone).toBeDefined();
  });

  it("rejects with the signal's reason when it is stopped", async () => {
    await using directory = await temporaryDirectory();
    const workspace = await repositoryAt(join(directory.path, "r"));
    const stop = new AbortController();
    const silent = createServer(() => stop.abort(new Error("enough")));
    await using server = await serving(silent);
    await git(workspace.path, "remote", "add", "origin", server.url);
    const own = { env: GIT_ENV, signal, terminal: false, say: () => undefined };
    const repository = await readRepository(workspace, own);
    const fetching = fetchOrigin(workspace, repository, { ...own, signal: stop.signal });
    await expect(fetching).rejects.toThrow("enough");
  });

  it("runs the user's own hooks, and none of the work tree", async () => {
    await using directory = await temporaryDirectory();
    const workspace = await repositoryAt(join(directory.path, "r"));
    const origin = await originOf(workspace.path);
    const hookIn = async (hooks: string, name: string) => {
      await mkdir(hooks, { recursive: true });
      await writeFile(
        join(hooks, "reference-transaction"),
        `#!/bin/sh\ntouch "${directory.path}/ran-${name}"\n`,
      );
      await chmod(join(hooks, "reference-transaction"), 0o755);
    };
    const ran = async () =>
      (await readdir(directory.path)).filter((name) => name.startsWith("ran-"));
    const hooks = join(workspace.path, ".husky");
    await hookIn(hooks, "tree");
    await git(workspace.path, "config", "core.hooksPath", ".husky");
    await git(origin, "branch", "one");
    expect(await fetch(workspace)).toBeUndefined();
    await symlink(hooks, join(directory.path, "link"));
    await git(workspace.path, "config", "core.hooksPath", join(directory.path, "link"));
    await git(origin, "branch", "linked");
    expect(await fetch(workspace)).toBeUndefined();
    expect(await ran()).toEqual([]);
    await git(workspace.path, "config", "--unset", "core.hooksPath");
    await hookIn(join(workspace.path, ".git/hooks"), "own");
    await git(origin, "branch", "two");
    expect(await fetch(workspace)).toBeUndefined();
    expect(await ran()).toEqual(["ran-own"]);
  });
});

// Only root can be another user.
(process.getuid?.() === 0 ? describe : describe.skip)("fetchOrigin as root", () => {
  it("fetches as the owner of the workspace", async () => {
    await using directory = await temporaryDirectory();
    const workspace = await repositoryAt(join(directory.path, "r"));
    const origin = await originOf(workspace.path);
    await git(origin, "branch", "topic");
    await run("chown", ["-R", "65534:65534", directory.path]);
    expect(await fetch(workspace, { env: { ...GIT_ENV, SECRET: "x" } })).toBeUndefined();
    const ref = join(workspace.path, ".git/refs/remotes/origin/topic");
    expect((await stat(ref)).uid).toBe(65_534);
  });
});
