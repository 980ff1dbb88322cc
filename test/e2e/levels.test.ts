// ro and rw: in the workspace, outside of it, and on a branch.
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { execFileSync } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";

import { cli, type CliResult, cliOk } from "../support/cli.ts";
import { TEST_IMAGE } from "../support/sandbox-image.ts";
import { configure, docker, makeRepository, type Workspace } from "../support/workspace.ts";

let workspace: Workspace;
let home: string;

beforeAll(() => {
  workspace = makeRepository();
  home = mkdtempSync(join(tmpdir(), "agent-sandbox-home-"));
  workspace.host(`mkdir -p vendor/gen packages/a packages/b src .agent-sandbox
    touch vendor/lib.js vendor/gen/out.js packages/a/x packages/b/x tsconfig.json src/index.ts
    git add . && git commit --quiet --message more`);
});

afterEach(async () => {
  await cliOk(["stop", workspace.path, "--all"], { env: { HOME: home } });
});

afterAll(async () => {
  await workspace[Symbol.asyncDispose]();
  rmSync(home, { recursive: true });
});

function keep(filesystem: unknown): void {
  configure(workspace, { container: { image: TEST_IMAGE }, filesystem });
}

/** Makes files in the home of the host's user, who is the workspace's owner. */
function inHome(script: string): void {
  execFileSync("sh", ["-ec", `${script}; chown -R 1000:1000 .`], { cwd: home });
}

async function inside(script: string, ...flags: string[]): Promise<CliResult> {
  const env = { HOME: home, XDG_CONFIG_HOME: "", XDG_STATE_HOME: "" };
  const result = await cli(["run", workspace.path, "--trust", ...flags, "--", "sh", "-c", script], {
    env,
  });
  if (result.status === 125) throw new Error(result.stderr);
  return result;
}

/** What became of each attempt: "ok", or what the shell said. */
async function outcomes(attempts: readonly string[], ...flags: string[]) {
  const script = attempts.map((one) => `(${one}) >/dev/null 2>&1 && echo ok || echo no`).join("\n");
  return (await inside(script, ...flags)).stdout.trim().split("\n");
}

const idOf = () =>
  docker([
    "ps",
    "--quiet",
    "--no-trunc",
    "--filter",
    `label=agent-sandbox.workspace=${workspace.path}`,
  ]);

describe("in the workspace", () => {
  it("makes a path read-only and a deeper one writable again", async () => {
    keep({ ro: ["vendor", "packages/*"], rw: ["vendor/gen", "packages/b"] });
    expect(
      await outcomes([
        "touch vendor/new",
        "touch vendor/gen/new",
        "touch packages/a/new",
        "touch packages/b/new",
        "touch src/new",
        "git add src && git commit -qm inside",
      ]),
    ).toEqual(["no", "ok", "no", "ok", "ok", "ok"]);
  });

  it("makes the whole workspace read-only, and lets tools read it", async () => {
    keep({ ro: ["."] });
    expect(
      await outcomes(["touch new", "touch .git/x", "git status --short", "git log --oneline"]),
    ).toEqual(["no", "no", "ok", "ok"]);
    expect(statSync(workspace.path).isDirectory()).toBe(true);
  });

  it("keeps the place of what is not there, and gives it back", async () => {
    keep({ ro: ["late.json"], presets: ["@lint/go"] });
    expect(
      await outcomes(["echo x > late.json", "rmdir late.json", "touch .golangci.yml/x"]),
    ).toEqual(["no", "no", "no"]);
    await cliOk(["stop", workspace.path], { env: { HOME: home } });
    expect(() => statSync(join(workspace.path, "late.json"))).toThrow("ENOENT");
    expect(() => statSync(join(workspace.path, ".golangci.yml"))).toThrow("ENOENT");
  });

  it("covers what a pattern matches at the start, and makes no sandbox anew for what comes later", async () => {
    keep({ ro: ["*.json"] });
    expect(await outcomes(["echo x >> tsconfig.json", "echo x > later.json"])).toEqual([
      "no",
      "ok",
    ]);
    const before = idOf();
    expect(await outcomes(["echo y >> later.json"])).toEqual(["ok"]);
    expect(idOf()).toEqual(before);
    await cliOk(["stop", workspace.path], { env: { HOME: home } });
    expect(await outcomes(["echo z >> later.json"])).toEqual(["no"]);
    expect(readFileSync(join(workspace.path, "later.json"), "utf8")).toBe("x\ny\n");
    rmSync(join(workspace.path, "later.json"));
  });

  it("opens nothing that is protected or hidden", async () => {
    writeFileSync(join(workspace.path, ".env"), "s3cr3t");
    keep({ rw: [".git/hooks", ".env", "."], ro: ["private"], exclude: ["private/x"] });
    mkdirSync(join(workspace.path, "private/x"), { recursive: true });
    expect(
      await outcomes(["touch .git/hooks/x", "cat .env", "ls private", "touch private/x/y"]),
    ).toEqual(["no", "no", "ok", "no"]);
  });
});

describe("outside of the workspace", () => {
  it("shows the home's paths in the home inside, and others where they are", async () => {
    const other = mkdtempSync("/srv/agent-sandbox-test-");
    writeFileSync(join(other, "note"), "of the host");
    chmodSync(other, 0o755);
    inHome("mkdir -p notes data/raw .cache/tool; echo hello > notes/a; echo s > data/.env");
    try {
      keep({ ro: ["~/notes", other, "~/data/raw"], rw: ["~/data", "~/.cache/tool"] });
      expect(
        await outcomes([
          "test hello = $(cat ~/notes/a)",
          "touch ~/notes/b",
          `grep -q host ${other}/note`,
          `touch ${other}/x`,
          "touch ~/data/w ~/.cache/tool/w",
          "touch ~/data/raw/x",
          "cat ~/data/.env",
          "touch ~/.cache/other",
        ]),
      ).toEqual(["ok", "no", "ok", "no", "ok", "no", "no", "ok"]);
      expect(statSync(join(home, "data/w")).uid).toBe(1000);
    } finally {
      rmSync(other, { recursive: true });
    }
  });

  it.each([
    [{ rw: ["~"] }, "a sandbox has its own"],
    [{ ro: ["/usr/share"] }, "a sandbox has its own"],
    [{ ro: ["~/.ssh"] }, "blocked pattern"],
    [{ rw: ["~/.local"] }, "agent-sandbox's own"],
  ])("refuses by its key what cannot be kept: %j", async (filesystem, state) => {
    inHome("mkdir -p .ssh .local/state/agent-sandbox");
    keep(filesystem);
    await expect(inside("true")).rejects.toThrow(state);
  });
});

describe("on a branch", () => {
  it("is kept in the worktree", async () => {
    writeFileSync(join(workspace.path, ".agent-sandbox/config.json"), "{}");
    keep({ ro: ["vendor", "tsconfig.json", "later"], rw: ["vendor/gen"] });
    expect(
      await outcomes(
        [
          "touch vendor/new",
          "touch vendor/gen/new",
          "echo x >> tsconfig.json",
          "mv vendor v",
          "touch later/x || rmdir later || mv later l",
          "touch src/branch && git add src && git commit -qm branch && git status --short",
        ],
        "--branch",
        "feat",
      ),
    ).toEqual(["no", "ok", "no", "no", "no", "ok"]);
  });

  it("can have a worktree that nobody writes", async () => {
    keep({ ro: ["."] });
    expect(await outcomes(["touch new", "git status", "git log -1"], "--branch", "review")).toEqual(
      ["no", "ok", "ok"],
    );
  });

  it("refuses patterns", async () => {
    keep({ ro: ["*.json"] });
    await expect(inside("true", "--branch", "feat")).rejects.toThrow("keeps paths and no patterns");
  });
});
