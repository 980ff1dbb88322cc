// What the policy forbids, by every engine: each attempt must fail, and leave the host as it was.
import { createServer } from "node:net";
import { once } from "node:events";

import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";

import { ENGINES, govern, type Governed, PROGRAM_ENGINES } from "./engines.ts";

const POLICY = {
  filesystem: { ro: ["kept"], exclude: ["vault"] },
  environment: { allow: ["GIVEN_TOKEN"], set: { MADE: "up" } },
  commands: { sed: false },
  network: false,
};

const PREPARE = `mkdir kept vault; echo kept > kept/file; echo secret > vault/file; echo TOKEN=1 > .env`;

/** What nobody inside may change. */
const PROTECTED = "cat kept/file .git/config .agent-sandbox/config.json; ls -d kept/* .git/hooks/*";

const SECRETS = { GIVEN_TOKEN: "given", OTHER_TOKEN: "secret", DATABASE_URL: "pg://a:secret@h/d" };

describe.each(ENGINES)("the policy in the $name engine", (engine) => {
  let sandbox: Governed;
  /** Whether a script got to its end. */
  const succeeds = async (script: string) =>
    (await sandbox.run(["sh", "-ec", script])).status === 0;

  beforeAll(async () => {
    sandbox = await govern(engine, POLICY, PREPARE);
  });

  afterAll(async () => {
    await sandbox[Symbol.asyncDispose]();
  });

  it.each([
    "echo x > kept/file",
    "rm kept/file",
    "mv kept moved",
    "touch kept/new",
    "echo x > .git/config",
    "echo x > .git/hooks/pre-commit",
    "mv .git moved",
    "mkdir .git/new && mv .git/hooks .git/new/",
    "echo x > .agent-sandbox/config.json",
    "mv .agent-sandbox moved",
  ])("does not let what is protected be changed: %s", async (script) => {
    const before = sandbox.workspace.host(PROTECTED);
    expect(await succeeds(script)).toBe(false);
    expect(sandbox.workspace.host(PROTECTED)).toBe(before);
  });

  it.each([
    "cat .env",
    "cat vault/file",
    "cat vault/../vault/file",
    "cp .env copy",
    "ln .env hard",
  ])("does not let what is hidden be read: %s", async (script) => {
    expect(await succeeds(script)).toBe(false);
    expect((await sandbox.run(["sh", "-c", `${script}; cat copy hard`])).stdout).toBe("");
    sandbox.workspace.host("rm -f copy hard");
  });

  it("lets the rest be written", async () => {
    expect(await succeeds("echo x > README.md; mkdir made; mv README.md made/; rm -r made")).toBe(
      true,
    );
    sandbox.workspace.host("git checkout --quiet .");
  });

  it("hands in the variables that it names, and no secrets", async () => {
    const said = await sandbox.script("env; tr '\\0' '\\n' < /proc/1/environ || true", {
      env: SECRETS,
    });
    expect(said).toContain("GIVEN_TOKEN=given");
    expect(said).toContain("MADE=up");
    expect(said).not.toContain("secret");
  });

  it("blocks the commands that it blocks, by every path", async () => {
    const { status, stderr } = await sandbox.run(["sed", "--version"]);
    expect([status, stderr]).toEqual([126, expect.stringContaining("sed")]);
    expect(await succeeds("/usr/bin/sed --version || /bin/sed --version")).toBe(false);
  });

  it("reaches nothing of the host's network", async () => {
    const server = createServer((socket) => socket.end("reached")).listen(0, "0.0.0.0");
    await once(server, "listening");
    const address = server.address();
    const port = typeof address === "object" ? address?.port : undefined;
    const own = sandbox.workspace.host("hostname -I").trim().split(" ")[0] ?? "";
    for (const host of ["127.0.0.1", "localhost", own]) {
      expect(
        await succeeds(`exec bash -c 'exec 3<>/dev/tcp/${host}/${String(port)}; cat <&3'`),
      ).toBe(false);
    }
    server.close();
  });
});

describe.each(PROGRAM_ENGINES)("the policy in the $name engine", (engine) => {
  it("lets git work", async () => {
    await using sandbox = await govern(engine, POLICY, PREPARE);
    const { status } = await sandbox.run([
      "sh",
      "-ec",
      "echo x > README.md; git commit -qam second",
    ]);
    expect(status).toBe(0);
  });
});
