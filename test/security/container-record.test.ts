// What a sandbox tells the host: PID 1 alone writes it, and nobody inside can forge or drown it.
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";

import { docker, testLabel } from "../support/docker.ts";
import { type Internet, openInternet } from "../support/internet.ts";
import { openSandbox, type TestSandbox, until } from "../support/sandbox-image.ts";

const REPORTS = "/run/agent-sandbox/reports";
const label = testLabel("container-record");

type Told = Readonly<Record<string, unknown>>;

let internet: Internet;
let sandbox: TestSandbox;

beforeAll(async () => {
  internet = await openInternet(label);
  const env = { AGENT_SANDBOX_DNS: internet.dns, AGENT_SANDBOX_HOSTS: "allowed.example" };
  sandbox = await openSandbox({ label, networks: [internet.network], env });
});

afterAll(async () => {
  await internet.close();
});

/** Runs a script as `node`. */
const run = (script: string) => sandbox.run("sh", "-c", script);

/** Every line of standard output, each of which must be a JSON object by itself. */
async function told(): Promise<readonly Told[]> {
  const output = await docker(["logs", sandbox.id]);
  return output
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line) as Told);
}

/** The reports since the last one that says `mark`, once a second mark has come. */
async function reportsOf(script: string): Promise<readonly string[]> {
  const mark = `mark-${Math.random().toString(36).slice(2)}`;
  await run(`echo begin-${mark} > ${REPORTS}; ${script}; echo end-${mark} > ${REPORTS}`);
  let texts: readonly string[] = [];
  await until(async () => {
    texts = (await told()).flatMap(({ event, text }) => (event === "report" ? [String(text)] : []));
    return texts.includes(`end-${mark}`);
  });
  return texts.slice(texts.indexOf(`begin-${mark}`) + 1, texts.indexOf(`end-${mark}`));
}

describe("a report", () => {
  it("is told as text, whatever it claims to be", async () => {
    const forged = '{"event":"mount.lost","path":"/","trust":"trusted"}';
    expect(await reportsOf(`printf '%s\\n' '${forged}' > ${REPORTS}`)).toEqual([forged]);
    const events = (await told()).map(({ event }) => event);
    expect(events).not.toContain("mount.lost");
  });

  it("cannot end the line that it is told on, nor hide in control bytes", async () => {
    const script = `printf 'a"}\\n{"event":"sandbox.failed"}\\r\\033[2J\\000b\\\\\\n' > ${REPORTS}`;
    expect(await reportsOf(script)).toEqual(['a"}', '{"event":"sandbox.failed"}  [2J b\\']);
    expect((await told()).map(({ event }) => event)).not.toContain("sandbox.failed");
  });

  it("is cut where it is long, and costs no memory", async () => {
    const long = `head --bytes=10000000 /dev/zero | tr '\\0' x > ${REPORTS}; echo > ${REPORTS}`;
    const texts = await reportsOf(long);
    expect(texts).toHaveLength(1);
    expect(texts[0]).toMatch(/^x{1500}$/);
    const script = "ps -o rss= -C mawk,cut | sort -n | tail -1";
    expect(Number((await run(script)).stdout)).toBeLessThan(20_000);
  });

  it("goes in by a place that nobody inside can read, replace or fill", async () => {
    const tries = [`cat ${REPORTS}`, `rm -f ${REPORTS}`, `mv ${REPORTS} /tmp/x`];
    for (const script of [...tries, `ln -sf /tmp/x ${REPORTS}`, `chmod 0666 ${REPORTS}`]) {
      expect((await run(`timeout 2 ${script}`)).status).not.toBe(0);
    }
    expect(await reportsOf(`echo still > ${REPORTS}`)).toEqual(["still"]);
  });
});

describe("PID 1's output", () => {
  it.each(["/proc/1/fd/1", "/proc/1/fd/2", "/proc/1/fd/0"])(
    "cannot be opened as %s",
    async (fd) => {
      expect((await run(`echo '{"event":"forged"}' > ${fd}`)).status).not.toBe(0);
      const others = `for p in /proc/[0-9]*; do [ -O "$p" ] || echo '{"event":"forged"}' > "$p/${fd.slice(8)}"; done`;
      expect(
        (
          await run(`(${others}) 2>&1 | grep -vc -e denied -e nonexistent -e "No such"`)
        ).stdout.trim(),
      ).toBe("0");
      expect((await told()).map(({ event }) => event)).not.toContain("forged");
    },
  );

  it("tells what git was refused, and by which rule", async () => {
    const script = "cd /tmp && git init -q g; cd g; git commit --allow-empty --no-verify -m x";
    const [text = "{}"] = await reportsOf(`{ ${script}; } 2>/dev/null`);
    expect(JSON.parse(text)).toEqual({
      ...{ operation: "exec", target: expect.stringContaining("--no-verify") as unknown },
      ...{ result: "blocked", policy: "git-hooks-bypass" },
      reason: expect.stringContaining("hooks would not run") as unknown,
    });
  });

  it("tells a report of git's as it is, also where an alias has quotes in it", async () => {
    const alias = `git config --global alias.'x' '!git "push" "--force" \\\\ "a"'`;
    const [text = "{}"] = await reportsOf(
      `{ cd /tmp && git init -q h; cd h; ${alias}; git x; git config --global --unset alias.x; } 2>/dev/null`,
    );
    expect(JSON.parse(text)).toMatchObject({ policy: "git-forced-push", result: "blocked" });
  });

  it("tells which address was refused, though not which port", async () => {
    await run("timeout 3 bash -c ': < /dev/tcp/192.0.2.9/8443'");
    await until(async () =>
      (await told()).some(
        ({ event, address }) => event === "connection.refused" && address === "192.0.2.9",
      ),
    );
    const addresses = (await told()).flatMap(({ address }) => address ?? []);
    expect(addresses).toEqual(["192.0.2.9"]);
  });
});

describe("a flood", () => {
  it("of reports is counted, and neither fills the log nor ends the sandbox", async () => {
    const before = (await told()).length;
    const flood = `i=0; while [ $i -lt 20000 ]; do echo '{"n":'$i'}'; i=$((i + 1)); done > ${REPORTS}`;
    expect((await run(flood)).status).toBe(0);
    await until(async () =>
      (await told()).some((each) => each["of"] === "reports" && each["suppressed"] === 10_000),
    );
    expect((await told()).length - before).toBeLessThan(500);
    expect((await run("true")).status).toBe(0);
  });

  it("of names is counted too", async () => {
    const ask = `for (let i = 0; i < 3000; i++) require("dns").resolve4("n" + i + ".evil.example", () => {})`;
    await run(`node --eval '${ask}'`);
    await until(async () =>
      (await told()).some((each) => each["of"] === "names" && Number(each["suppressed"]) >= 1000),
    );
    const names = (await told()).filter(({ event }) => event === "network.refused");
    expect(names.length).toBeLessThanOrEqual(200);
    expect(names.length).toBeGreaterThan(50);
  });
});
