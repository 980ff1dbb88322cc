import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";

const ROOT = join(import.meta.dirname, "../..");
const WRAPPER = join(ROOT, "base-image/git-wrapper.sh");
const REAL_GIT = "/usr/bin/git";

interface GuardCase {
  readonly expect: "block" | "pass";
  readonly why: string;
  readonly argv: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

function guardCases(name: string): readonly GuardCase[] {
  const lines = readFileSync(join(ROOT, "test/fixtures", name), "utf8").split("\n");
  return lines.filter((line) => line !== "").map((line) => JSON.parse(line) as GuardCase);
}

const scratch = mkdtempSync(join(tmpdir(), "git-wrapper-"));
const stub = join(scratch, "stub-git");
const home = join(scratch, "home");

beforeAll(() => {
  mkdirSync(home);
  // Prints its arguments, each with a NUL after it, and nothing else.
  writeFileSync(stub, `#!/bin/sh\n[ $# -eq 0 ] || printf '%s\\0' "$@"\n`);
  chmodSync(stub, 0o755);
});

afterAll(() => {
  rmSync(scratch, { recursive: true });
});

function wrapped(
  argv: readonly string[],
  { env = {}, real = stub, cwd = scratch, input = "" }: WrappedOptions = {},
) {
  return spawnSync(WRAPPER, argv, {
    cwd,
    input,
    env: { PATH: "/usr/bin:/bin", HOME: home, AGENT_SANDBOX_REAL: real, ...env },
  });
}

interface WrappedOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly real?: string;
  readonly cwd?: string;
  readonly input?: string;
}

function newRepository(name: string): string {
  const path = join(scratch, name);
  spawnSync(REAL_GIT, ["init", "-q", path], { env: { HOME: home } });
  return path;
}

describe.each(["git-guard.jsonl", "git-guard-more.jsonl"])("%s", (name) => {
  it.each(guardCases(name).map((guard) => [guard.expect, guard.why, guard] as const))(
    "%s: %s: %j",
    (_expect, _why, guard) => {
      const run = wrapped(guard.argv, { env: guard.env ?? {} });
      if (guard.expect === "block") {
        expect(run.stderr.toString()).toMatch(
          /^agent-sandbox: blocked .+\n {2}why: .+\n {2}instead: .+\n$/,
        );
        expect(run.stdout.toString()).toBe("");
        expect(run.status).toBe(126);
      } else {
        expect(run.stderr.toString()).toBe("");
        expect(run.stdout.toString()).toBe(guard.argv.map((argument) => `${argument}\0`).join(""));
        expect(run.status).toBe(0);
      }
    },
  );
});

describe("a command that passes", () => {
  it("reaches git with every byte of its arguments, empty ones and newlines included", () => {
    const argv = ["commit", "-m", "", "a\nb\n", "ünï ☃", "\\x $(id) `id` *", "'\"", "--", "-n", ""];
    expect(wrapped(argv).stdout.toString()).toBe(argv.map((argument) => `${argument}\0`).join(""));
  });

  it("keeps a long message intact, and quickly", () => {
    const message = "a".repeat(100_000);
    const started = performance.now();
    expect(wrapped(["commit", `-m${message}`]).stdout.toString()).toBe(`commit\0-m${message}\0`);
    expect(performance.now() - started).toBeLessThan(2000);
  });

  it("keeps git's exit status and standard input", () => {
    const real = join(scratch, "status-git");
    writeFileSync(real, "#!/bin/sh\ncat\nexit 42\n", { mode: 0o755 });
    const run = wrapped(["commit", "-F", "-"], { real, input: "from stdin" });
    expect([run.status, run.stdout.toString()]).toEqual([42, "from stdin"]);
  });

  it("is git itself by then: a signal to the wrapper reaches git", async () => {
    const real = join(scratch, "signal-git");
    writeFileSync(
      real,
      "#!/bin/sh\ntrap 'echo caught; exit 7' TERM\necho ready\nwhile :; do sleep 0.05; done\n",
      {
        mode: 0o755,
      },
    );
    const child = spawn(WRAPPER, ["commit"], {
      env: { PATH: "/usr/bin:/bin", AGENT_SANDBOX_REAL: real },
      stdio: ["ignore", "pipe", "inherit"],
    });
    let seen = "";
    child.stdout.on("data", (chunk: Buffer) => {
      seen += chunk.toString();
      if (seen === "ready\n") child.kill("SIGTERM");
    });
    const [status] = (await once(child, "close")) as [number | null];
    expect([status, seen]).toEqual([7, "ready\ncaught\n"]);
  });
});

describe("with the real git", () => {
  const inRepository = { real: REAL_GIT };

  it("resolves the aliases of the repository's own configuration", () => {
    const cwd = newRepository("aliases");
    const settings =
      "[alias]\n\tyolo = push --force\n\tst = status --short\n\tdeep = yolo origin\n\tsh = !git commit -n\n";
    writeFileSync(join(cwd, ".git/config"), settings, { flag: "a" });
    const statuses = ["yolo", "deep", "sh", "st"].map(
      (name) => wrapped([name], { ...inRepository, cwd }).status,
    );
    expect(statuses).toEqual([126, 126, 126, 0]);
  });

  it("looks for an alias where -C points", () => {
    newRepository("elsewhere");
    writeFileSync(join(scratch, "elsewhere/.git/config"), "[alias]\n\tpf = push -f\n", {
      flag: "a",
    });
    expect(wrapped(["-C", "elsewhere", "pf"], inRepository).status).toBe(126);
  });

  it.each([
    ["adds a hooks path", "[core]\n\thooksPath = /nowhere\n", "", 126],
    ["hides the usual hooks path", "", "[core]\n\thooksPath = /team/hooks\n", 126],
    ["keeps the hooks as they are", "[user]\n\tname = x\n", "", 1],
  ])(
    "judges GIT_CONFIG_GLOBAL by its effect: a file that %s",
    (...[title, replacement, usual, status]) => {
      const cwd = newRepository(title.replaceAll(" ", "-"));
      writeFileSync(join(scratch, "global"), replacement);
      writeFileSync(join(home, ".gitconfig"), usual);
      const run = wrapped(["commit", "-m", "x"], {
        ...inRepository,
        cwd,
        env: { GIT_CONFIG_GLOBAL: join(scratch, "global") },
      });
      rmSync(join(home, ".gitconfig"));
      // Without a block, git finds nothing to commit (or no author) and says so itself.
      expect(run.status === 126 ? 126 : 1).toBe(status);
    },
  );

  it("lets GIT_EXEC_PATH name the programs that are installed, as git itself exports it", () => {
    const usual = spawnSync(REAL_GIT, ["--exec-path"]).stdout.toString().trim();
    expect(wrapped(["log", "--help"], { env: { GIT_EXEC_PATH: usual } }).status).toBe(126);
    expect(wrapped(["version"], { ...inRepository, env: { GIT_EXEC_PATH: usual } }).status).toBe(0);
  });
});

it("passes its own check, which is installed in the image", () => {
  const run = spawnSync("/bin/sh", [join(ROOT, "base-image/test-git-wrapper.sh")], {
    env: { PATH: "/usr/bin:/bin", GIT_WRAPPER: WRAPPER },
  });
  expect(run.stdout.toString()).toMatch(/^git-wrapper: \d+ cases, 0 failed\n$/);
  expect(run.status).toBe(0);
});

it("does not start itself for ever when AGENT_SANDBOX_REAL names it", () => {
  expect(wrapped(["status"], { real: WRAPPER }).status).toBe(125);
});
