import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";

const REPOSITORY = join(import.meta.dirname, "..", "..");

interface Ran {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a program outside of the checkout, so that nothing is found by way of it. */
function run(cwd: string, program: string, ...args: readonly string[]): Ran {
  return spawnSync(program, args, {
    cwd,
    encoding: "utf8",
    env: { ...process.env, NO_COLOR: "1" },
  });
}

function succeed(cwd: string, program: string, ...args: readonly string[]): string {
  const { status, stdout, stderr } = run(cwd, program, ...args);
  if (status !== 0) throw new Error(`${program} ${args.join(" ")}: ${stdout}\n${stderr}`);
  return stdout;
}

describe("the packed cli, alone in an empty folder", () => {
  let folder: string;
  let installed: string;
  let executable: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "agent-sandbox-pack-"));
    const target = ["--pack-destination", folder];
    succeed(REPOSITORY, "npm", "pack", "--workspace", "packages/cli", ...target);
    const [tarball = ""] = await readdir(folder);
    await writeFile(join(folder, "package.json"), '{ "private": true }');
    succeed(folder, "npm", "install", "--no-audit", "--no-fund", join(folder, tarball));
    installed = join(folder, "node_modules", "agent-sandbox");
    executable = join(folder, "node_modules", ".bin", "agent-sandbox");
  });

  afterAll(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  it("shows its version", async () => {
    const { version } = JSON.parse(
      await readFile(join(REPOSITORY, "packages/cli/package.json"), "utf8"),
    ) as { version: string };
    expect(succeed(folder, executable, "--version")).toContain(`agent-sandbox/${version}`);
  });

  it.each([[["--help"]], [["build-base", "--help"]], [["run", "--help"]]])("answers %j", (args) => {
    expect(succeed(folder, executable, ...args)).toContain("USAGE");
  });

  it("loads every command that it lists", async () => {
    const manifest = JSON.parse(await readFile(join(installed, "oclif.manifest.json"), "utf8")) as {
      commands: Readonly<Record<string, { relativePath: readonly string[] }>>;
    };
    const modules = Object.values(manifest.commands).map(({ relativePath }) =>
      join(installed, ...relativePath),
    );
    expect(modules.length).toBeGreaterThan(5);
    const load = "await Promise.all(process.argv.slice(1).map((path) => import(path)))";
    succeed(folder, process.execPath, "--input-type=module", "--eval", load, ...modules);
  });

  it("needs none of the workspace's other packages", () => {
    expect(existsSync(join(folder, "node_modules", "@agent-sandbox"))).toBe(false);
  });

  it.each([
    "assets/base-image/Dockerfile",
    "assets/templates/Dockerfile",
    "dist/bundle/LICENSES.txt",
    "LICENSE",
  ])("holds %s", (file) => {
    expect(existsSync(join(installed, file))).toBe(true);
  });

  it("leaves no copies behind in the checkout", () => {
    expect(existsSync(join(REPOSITORY, "packages/cli/assets"))).toBe(false);
  });
});
