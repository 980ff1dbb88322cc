// What the policy hides: in the host's checkout, in both modes, as it is when the sandbox starts.
import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";

import { cli, type CliResult, cliOk } from "../support/cli.ts";
import { makeWorkspace, type Workspace } from "../support/workspace.ts";

const SECRET = "s3cr3t-of-the-test";
const HIDDEN = [".env", "app/.ENV.local", "certs/server.pem", "src/secrets.ts", "dumps/a.sql"];
const SHOWN = [
  ".env.example",
  "node_modules/sdk/lib/credentials.js",
  "src/index.ts",
  "dumps/a.txt",
];

let workspace: Workspace;

beforeAll(async () => {
  workspace = await makeWorkspace({
    config: {
      filesystem: {
        exclude: ["private", "vault", "dumps/*.sql"],
        "allowed-patterns": [".aws/config"],
      },
    },
  });
  for (const file of [...HIDDEN, ".aws/credentials", "private/plan.txt"]) place(file);
  for (const file of SHOWN) place(file, "public");
  workspace.host("git add -f src/secrets.ts && git commit --quiet --message 'a tracked one'");
});

afterAll(async () => {
  await workspace[Symbol.asyncDispose]();
});

function place(file: string, content = SECRET): void {
  const path = join(workspace.path, file);
  workspace.host(`mkdir -p ${dirname(path)} && printf ${content} > ${path}`);
}

/** What a command inside did; a sandbox that does not open proves nothing. */
async function inside(script: string, ...flags: string[]): Promise<CliResult> {
  const result = await cli(["run", workspace.path, ...flags, "--", "sh", "-c", script]);
  if (result.status === 125) throw new Error(result.stderr);
  return result;
}

describe("what the policy hides", () => {
  it("is named where git tracks it, with the way out", async () => {
    const { stderr } = await cli(["start", workspace.path]);
    expect(stderr).toContain("Hidden, though git tracks them: src/secrets.ts.");
    expect(stderr).toContain("filesystem.allowed-patterns");
  });

  it.each(HIDDEN)("cannot be read, written, moved or removed: %s", async (file) => {
    const attempts = [
      `cat ${file}`,
      `cp ${file} /tmp/copy`,
      `echo x >> ${file}`,
      `mv ${file} ${file}2`,
      `rm -f ${file}`,
      `chmod 644 ${file}`,
      `umount ${file}`,
      `cat /proc/self/cwd/${file}`,
      `cat /proc/1/root/workspace/*/${file}`,
      `mv ${dirname(file)} moved && { cat moved/*; s=$?; mv moved ${dirname(file)}; exit $s; }`,
    ];
    for (const attempt of attempts) {
      const { status, stdout } = await inside(attempt);
      expect([attempt, status === 0, stdout.includes(SECRET)]).toEqual([attempt, false, false]);
    }
    expect(readFileSync(join(workspace.path, file), "utf8")).toBe(SECRET);
  });

  it("is a directory without entries where all of it is hidden", async () => {
    const { stdout, status } = await inside("ls -A private; touch private/x");
    expect(stdout).toBe("");
    expect(status).not.toBe(0);
  });

  it("leaves exceptions, templates and installed packages as they are", async () => {
    for (const file of SHOWN) expect((await inside(`cat ${file}`)).stdout).toBe("public");
    expect((await inside("cat .aws/credentials")).status).not.toBe(0);
  });

  it("cannot be made inside where it was absent, and its place is gone again afterwards", async () => {
    expect((await inside("ls -A vault && touch vault/x")).status).not.toBe(0);
    expect((await inside("rmdir vault || mv vault v")).status).not.toBe(0);
    await cliOk(["stop", workspace.path]);
    expect(() => statSync(join(workspace.path, "vault"))).toThrow("ENOENT");
  });

  it("is looked for again at the next start", async () => {
    place("late/.env");
    expect((await inside("cat late/.env")).status).not.toBe(0);
    await cliOk(["stop", workspace.path]);
    place("later/.env");
    expect((await inside("cat later/.env")).stdout).toBe("");
  });

  it("is in no history of git that the sandbox has not: what git tracks is readable there", async () => {
    expect((await inside("git show HEAD:src/secrets.ts")).stdout).toBe(SECRET);
  });
});

describe("a hidden file that is replaced on the host", () => {
  it("ends the sandbox, since the mount on it is gone", async () => {
    await cliOk(["start", workspace.path]);
    const file = join(workspace.path, ".env");
    writeFileSync(`${file}.new`, SECRET);
    renameSync(`${file}.new`, file);
    const { status, stdout, stderr } = await cli(["run", workspace.path, "--", "cat", ".env"]);
    expect([status === 0, stdout]).toEqual([false, ""]);
    expect(stderr).toMatch(
      /the mount on ".*\.env" is gone|the protection of ".*\.env" was lost|Permission denied/,
    );
    await cliOk(["stop", workspace.path]);
  });
});

describe("the sandbox of a branch", () => {
  it("has what is hidden hidden in the host's checkout", async () => {
    mkdirSync(join(workspace.path, ".agent-sandbox"), { recursive: true });
    writeFileSync(join(workspace.path, ".agent-sandbox/config.json"), "{}");
    for (const file of HIDDEN.slice(0, 4)) {
      const { stdout, status } = await inside(`cat /workspace/*/${file}`, "--branch", "feat");
      expect([file, status === 0, stdout]).toEqual([file, false, ""]);
    }
  });

  it("has in its worktree what its commits have", async () => {
    expect((await inside("cat src/secrets.ts; ls .env", "--branch", "feat")).stdout).toBe(SECRET);
  });

  it("refuses an exclusion that it could not keep there", async () => {
    writeFileSync(
      join(workspace.path, ".agent-sandbox/config.json"),
      '{ "filesystem": { "exclude": ["src"] } }',
    );
    const argv = ["run", workspace.path, "--branch", "feat", "--", "true"];
    const { status, stderr } = await cli(argv);
    expect(status).toBe(125);
    expect(stderr).toContain('Cannot keep "filesystem.exclude[0]"');
  });
});
