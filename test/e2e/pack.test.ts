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

  it("is a library with types of its own", async () => {
    const program = `import { open, type Policy } from "agent-sandbox";
      const policy: Policy = { network: { external: "domains", deniedDomains: ["a.test"] } };
      const sandbox = await open(policy, { engine: "virtual" });
      const { exitCode, stdout }: { exitCode: number; stdout: string } = await sandbox.exec(["pwd"]);
      console.log(exitCode, stdout);`;
    await writeFile(join(folder, "program.mts"), program);
    const compile = ["--strict", "--module", "nodenext", "--target", "es2024", "--types", "node"];
    const typeRoots = ["--typeRoots", join(REPOSITORY, "node_modules/@types")];
    const lib = ["--lib", "es2024,esnext.disposable"];
    const tsc = join(REPOSITORY, "node_modules/typescript/bin/tsc");
    succeed(folder, process.execPath, tsc, ...compile, ...typeRoots, ...lib, "program.mts");
    expect(succeed(folder, process.execPath, "program.mjs")).toBe("0 /\n\n");
    const wrong = program.replace("deniedDomains", "deniedDomain");
    await writeFile(join(folder, "wrong.mts"), wrong);
    const { stdout } = run(
      folder,
      process.execPath,
      tsc,
      ...compile,
      ...typeRoots,
      ...lib,
      "wrong.mts",
    );
    expect(stdout).toContain("'deniedDomain' does not exist");
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
