import { execFileSync, spawnSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";

const REPOSITORY = join(import.meta.dirname, "../..");

let scratch: string;
/** A checkout whose path a shell must not take apart, with a program that says how it was started. */
let root: string;
/** npm's folder for global packages, and its commands. */
let prefix: string;
let bin: string;

beforeEach(() => {
  scratch = mkdtempSync(join(tmpdir(), "agent-sandbox-test-"));
  root = join(scratch, `it's a "check $out`);
  prefix = join(scratch, "npm");
  bin = join(prefix, "bin");
  mkdirSync(join(root, "packages/cli/bin"), { recursive: true });
  mkdirSync(bin, { recursive: true });
  cpSync(join(REPOSITORY, "scripts"), join(root, "scripts"), { recursive: true });
  writeFileSync(
    join(root, "packages/cli/bin/run.js"),
    "console.log(JSON.stringify([process.version, ...process.argv.slice(2)]));\n",
  );
});

afterEach(() => {
  rmSync(scratch, { recursive: true });
});

const pathOf = (...folders: readonly string[]) =>
  [...folders, dirname(process.execPath), "/usr/bin", "/bin"].join(":");

function install(path: string) {
  const env = { ...process.env, PATH: path, npm_config_prefix: prefix };
  const script = join(root, "scripts/install-launcher");
  const { status, stdout, stderr } = spawnSync(script, { encoding: "utf8", env });
  expect(status).toBe(0);
  return { stdout, stderr };
}

const started = (path: string, before = "") =>
  JSON.parse(
    execFileSync("sh", ["-c", `${before}\nagent-sandbox run -- 'a b' '$c'`], {
      encoding: "utf8",
      env: { PATH: path },
    }),
  ) as string[];

describe("the launcher", () => {
  it("goes where npm's commands are, and hands every argument on; also the second time", () => {
    for (let time = 0; time < 2; time += 1) {
      expect(install(pathOf(bin)).stdout).toBe("");
      expect(started(pathOf(bin))).toEqual([process.version, "run", "--", "a b", "$c"]);
    }
  });

  it("goes into the checkout where no folder can be used, with one line to type first", () => {
    rmSync(bin, { recursive: true });
    const { stdout } = install(pathOf());
    expect(stdout).toMatch(/^export PATH=.*\.cache\/bin.*\n$/);
    expect(started(pathOf(), stdout).slice(1)).toEqual(["run", "--", "a b", "$c"]);
  });

  it("does not take the folder of the system's own programs where npm does not run", () => {
    writeFileSync(join(bin, "npm"), "#!/bin/sh\nexit 1\n", { mode: 0o755 });
    expect(install(pathOf(bin)).stdout).toContain(".cache/bin");
  });

  it("leaves another's command alone and says so", () => {
    writeFileSync(join(bin, "agent-sandbox"), "#!/bin/sh\necho other\n", { mode: 0o755 });
    const { stdout, stderr } = install(pathOf(bin));
    expect(stderr).toContain(`"${bin}/agent-sandbox" is not from a checkout: it stays as it is`);
    expect(readFileSync(join(bin, "agent-sandbox"), "utf8")).toContain("other");
    expect(started(pathOf(bin), stdout)[1]).toBe("run");
  });

  it("takes the place of a link to this checkout, and leaves what it links to", () => {
    const program = join(root, "packages/cli/bin/run.js");
    const before = readFileSync(program, "utf8");
    symlinkSync(program, join(bin, "agent-sandbox"));
    expect(install(pathOf(bin)).stdout).toBe("");
    expect(lstatSync(join(bin, "agent-sandbox")).isFile()).toBe(true);
    expect(readFileSync(program, "utf8")).toBe(before);
  });

  it("starts by the toolchain's Node where the machine's own is too old", () => {
    const old = join(scratch, "old");
    mkdirSync(old);
    // Whoever asks for its version hears that it is too old; npm runs by it all the same.
    const tooOld = `#!/bin/sh\n[ "$1" != -e ] || exit 1\nexec '${process.execPath}' "$@"\n`;
    writeFileSync(join(old, "node"), tooOld, { mode: 0o755 });
    const brought = join(root, ".toolchain/24.21.0/bin");
    mkdirSync(brought, { recursive: true });
    symlinkSync(process.execPath, join(brought, "node"));
    expect(install(`${old}:${pathOf(bin)}`).stdout).toBe("");
    expect(readFileSync(join(bin, "agent-sandbox"), "utf8")).toContain(".toolchain/");
    expect(started(`${old}:${pathOf(bin)}`)[0]).toBe(process.version);
  });
});

describe("prepare", () => {
  it("brings its own Node when it is called directly on a machine whose Node is too old", () => {
    const old = join(scratch, "old");
    mkdirSync(old);
    writeFileSync(join(old, "node"), "#!/bin/sh\nexit 1\n", { mode: 0o755 });
    const brought = join(root, ".toolchain/24.21.0/bin");
    mkdirSync(brought, { recursive: true });
    symlinkSync(process.execPath, join(brought, "node"));
    // Nothing is to be installed; Docker and the build are not what this is about.
    writeFileSync(join(root, "package-lock.json"), "{}");
    mkdirSync(join(root, "node_modules"));
    writeFileSync(join(root, "node_modules/.installed-lock.json"), "{}");
    for (const name of ["docker-daemon", "step"]) {
      writeFileSync(join(root, "scripts", name), "#!/bin/sh\n", { mode: 0o755 });
    }
    const { status, stdout } = spawnSync(join(root, "scripts/prepare"), {
      encoding: "utf8",
      env: { PATH: `${old}:/usr/bin:/bin` },
    });
    expect({ status, last: stdout.trim().split("\n").at(-1) }).toEqual({
      status: 0,
      last: JSON.stringify([process.version, "build-base"]),
    });
  });
});

describe("the demo repository", () => {
  const make = (demo: string, path = process.env["PATH"]) =>
    spawnSync(join(root, "scripts/make-demo"), [demo], {
      encoding: "utf8",
      env: { ...process.env, PATH: path },
    });

  it("is whole or not there: an interrupted run leaves nothing, and the next one makes it", () => {
    const demo = join(scratch, "demos/demo");
    const slow = join(scratch, "slow");
    mkdirSync(slow);
    const git = execFileSync("sh", ["-c", "command -v git"], { encoding: "utf8" }).trim();
    // git, until the commit: then whoever started it is interrupted.
    const body = `case "$*" in *commit*) kill -INT "$PPID"; exit 130 ;; esac\nexec '${git}' "$@"\n`;
    writeFileSync(join(slow, "git"), `#!/bin/sh\n${body}`);
    chmodSync(join(slow, "git"), 0o755);
    expect(make(demo, `${slow}:${process.env["PATH"] ?? ""}`).status).toBe(130);
    expect(execFileSync("ls", ["-A", dirname(demo)], { encoding: "utf8" })).toBe("");
    expect(make(demo)).toMatchObject({ status: 0, stderr: "" });
    const log = ["-c", "safe.directory=*", "-C", demo, "log", "--format=%s"];
    expect(execFileSync("git", log, { encoding: "utf8" })).toBe("A demo\n");
    expect(existsSync(join(demo, ".git/hooks/pre-commit"))).toBe(true);
  });

  it("is not made over what is there already", () => {
    const demo = join(scratch, "demo");
    mkdirSync(demo);
    writeFileSync(join(demo, "mine"), "");
    expect(make(demo)).toMatchObject({ status: 1, stderr: expect.stringContaining("Hint:") });
    expect(existsSync(join(demo, "mine"))).toBe(true);
  });
});
