import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "@jest/globals";
import type { AuditEvent } from "../src/audit.ts";
import type { Command, Stdio } from "../src/engine.ts";
import { SandboxError } from "../src/errors.ts";
import { planSandbox } from "../src/plan/plan-sandbox.ts";
import { runInSandbox } from "../src/run-in-sandbox.ts";
import { hostFacts } from "./support/host-facts.ts";
import { resolved } from "./support/resolved.ts";
import { MemoryAudit } from "./support/memory-audit.ts";
import { MemoryEngine, type Programs } from "./support/memory-engine.ts";

const plan = planSandbox({ policy: resolved(), facts: hostFacts(), repoImage: "shop:1" });

const runIdOf = (event: AuditEvent | undefined): string | undefined =>
  event !== undefined && "runId" in event ? event.runId : undefined;

const PROGRAMS: Programs = {
  true: () => Promise.resolve({ status: 0 }),
  false: () => Promise.resolve({ status: 3 }),
  echo: ({ argv }, { stdout }) => {
    stdout.end(argv.slice(1).join(" "));
    return Promise.resolve({ status: 0 });
  },
  sleep: async (_command, _stdio, signal) => {
    await sleep(60_000, undefined, { signal, ref: false }).catch(() => signal.throwIfAborted());
    return { status: 0 };
  },
  crash: () => Promise.reject(new SandboxError("SANDBOX_FAILED", "Cannot go on: it ended")),
};

function streams(): Stdio {
  return {
    stdin: undefined,
    stdout: new PassThrough(),
    stderr: new PassThrough(),
    terminal: undefined,
    signals: { onSignal: () => () => undefined },
  };
}

interface RunOptions {
  readonly argv?: Command["argv"];
  readonly audit?: MemoryAudit;
  readonly engine?: MemoryEngine;
  readonly signal?: AbortSignal;
  readonly stdio?: Stdio;
  readonly clock?: () => number;
  readonly openAudit?: () => Promise<MemoryAudit>;
}

async function run({
  argv = ["true"],
  audit = new MemoryAudit(),
  engine = new MemoryEngine(PROGRAMS),
  signal = new AbortController().signal,
  stdio = streams(),
  clock = () => 0,
  openAudit = () => Promise.resolve(audit),
}: RunOptions) {
  const command = { argv, environment: {} };
  return await runInSandbox({ plan, command, stdio, signal }, { engine, openAudit, clock });
}

const failsToOpen = () =>
  new MemoryEngine(PROGRAMS, () =>
    Promise.reject(new SandboxError("PORT_TAKEN", "Cannot open: port 80 is already in use")),
  );

/** An engine, and whether the program `begin` ran in it. */
function watched(opensAhead: boolean) {
  let hasBegun = false;
  const begin = () => {
    hasBegun = true;
    return Promise.resolve({ status: 0 });
  };
  const engine = new MemoryEngine({ begin });
  engine.opensAhead = opensAhead;
  return { engine, begun: () => hasBegun };
}

describe("runInSandbox", () => {
  it("resolves with the command's own status", async () => {
    await expect(run({ argv: ["true"] })).resolves.toEqual({ status: 0 });
    await expect(run({ argv: ["false"] })).resolves.toEqual({ status: 3 });
    await expect(run({ argv: ["nothing-of-that-name"] })).resolves.toEqual({ status: 127 });
  });

  it("hands the whole argv and the streams to the command", async () => {
    const stdout = new PassThrough();
    const stdio = { ...streams(), stdout };
    await run({ argv: ["echo", "a b", "a b", "--json"], stdio });
    await expect(text(stdout)).resolves.toBe("a b a b --json");
  });

  it("gives the sandbox up once the command has ended, however it did", async () => {
    const engine = new MemoryEngine(PROGRAMS);
    await run({ engine });
    await expect(run({ argv: ["crash"], engine })).rejects.toThrow("Cannot go on: it ended");
    expect([engine.opened, engine.stillOpen]).toEqual([2, 0]);
  });

  it("does not give the sandbox up while the command runs", async () => {
    const engine: MemoryEngine = new MemoryEngine({
      look: async () => {
        await sleep(5);
        return { status: engine.stillOpen };
      },
    });
    await expect(run({ argv: ["look"], engine })).resolves.toEqual({ status: 1 });
  });

  it("ends the command when its signal aborts, with the signal's reason", async () => {
    const controller = new AbortController();
    const audit = new MemoryAudit();
    const reason = new SandboxError("TIMED_OUT", "Cannot finish: its time limit has passed");
    const ended = run({ argv: ["sleep"], audit, signal: controller.signal });
    await sleep(5);
    controller.abort(reason);
    await expect(ended).rejects.toBe(reason);
    expect(audit.names).toEqual(["run.started", "run.finished"]);
  });
});

describe("the record of a run", () => {
  it("holds its start before the command begins", async () => {
    const audit = new MemoryAudit();
    let onRecord: readonly string[] = [];
    const engine = new MemoryEngine({
      look: () => {
        onRecord = [...audit.names];
        return Promise.resolve({ status: 0 });
      },
    });
    const openAudit = () => sleep(20, audit);
    await run({ argv: ["look"], openAudit, engine });
    expect(onRecord).toEqual(["run.started"]);
  });

  it("holds the program without its arguments, and the end with its status and duration", async () => {
    const audit = new MemoryAudit();
    const times = [100, 350.6];
    await run({ argv: ["false", "--token=s3cret"], audit, clock: () => times.shift() ?? NaN });
    const [started, finished] = audit.events;
    expect(started).toEqual({
      event: "run.started",
      runId: expect.stringMatching(/^[0-9a-f-]{36}$/) as unknown,
      engine: "virtual",
      workspace: "/home/ann/shop",
      program: "false",
    });
    expect(finished).toEqual({
      event: "run.finished",
      runId: runIdOf(started),
      engine: "virtual",
      workspace: "/home/ann/shop",
      status: 3,
      durationMs: 251,
    });
    expect(JSON.stringify(audit.events)).not.toContain("s3cret");
    expect(audit.closed).toBe(true);
  });

  it("is opened under the run's own id, which no two runs share", async () => {
    const asked: string[] = [];
    const audits = [new MemoryAudit(), new MemoryAudit()];
    for (const audit of audits) {
      await runInSandbox(
        {
          plan,
          command: { argv: ["true"], environment: {} },
          stdio: streams(),
          signal: new AbortController().signal,
        },
        {
          engine: new MemoryEngine(PROGRAMS),
          openAudit: (runId) => {
            asked.push(runId);
            return Promise.resolve(audit);
          },
          clock: () => 0,
        },
      );
    }
    expect(new Set(asked).size).toBe(2);
    expect(audits.map(({ events }) => runIdOf(events[0]))).toEqual(asked);
  });

  it("is finished without a status, and closed, when the sandbox does not open", async () => {
    const audit = new MemoryAudit();
    await expect(run({ audit, engine: failsToOpen() })).rejects.toHaveProperty(
      "code",
      "PORT_TAKEN",
    );
    expect(audit.names).toEqual(["run.started", "run.finished"]);
    expect(audit.events[1]).toMatchObject({ status: undefined });
    expect(audit.closed).toBe(true);
  });

  it.each([
    ["afterwards", false],
    ["meanwhile", true],
  ])(
    "lets nothing begin when it cannot be opened, where the engine opens %s",
    async (_, opensAhead) => {
      const { engine, begun } = watched(opensAhead);
      const refusal = new SandboxError("AUDIT_FAILED", "Cannot write the audit record");
      const openAudit = () => sleep(20).then(() => Promise.reject(refusal));
      await expect(run({ argv: ["begin"], engine, openAudit })).rejects.toBe(refusal);
      expect([begun(), engine.stillOpen]).toEqual([false, 0]);
      if (!opensAhead) expect(engine.opened).toBe(0);
    },
  );

  it.each([
    ["afterwards", false],
    ["meanwhile", true],
  ])(
    "lets nothing begin when its start cannot be written, where the engine opens %s",
    async (_, opensAhead) => {
      const audit = new MemoryAudit("run.started", "run.finished");
      const { engine, begun } = watched(opensAhead);
      const openAudit = () => sleep(20, audit);
      const running = run({ argv: ["begin"], engine, openAudit });
      await expect(running).rejects.toThrow('Cannot write "run.started"');
      expect([begun(), engine.stillOpen, audit.closed]).toEqual([false, 0, true]);
      if (!opensAhead) expect(engine.opened).toBe(0);
    },
  );

  it("has no end where it has no start", async () => {
    const audit = new MemoryAudit("run.started");
    await expect(run({ audit })).rejects.toThrow('Cannot write "run.started"');
    expect(audit.names).toEqual([]);
  });

  it("fails the run when its end cannot be written, and is closed all the same", async () => {
    const audit = new MemoryAudit("run.finished");
    await expect(run({ audit })).rejects.toHaveProperty("code", "AUDIT_FAILED");
    expect(audit.closed).toBe(true);
  });

  it("never hides why the run failed behind an end that cannot be written", async () => {
    const audit = new MemoryAudit("run.finished");
    await expect(run({ audit, engine: failsToOpen() })).rejects.toHaveProperty(
      "code",
      "PORT_TAKEN",
    );
    expect(audit.closed).toBe(true);
  });

  it("never hides why the run failed behind a sink that cannot be closed", async () => {
    const audit = new MemoryAudit("close");
    await expect(run({ audit, engine: failsToOpen() })).rejects.toHaveProperty(
      "code",
      "PORT_TAKEN",
    );
    expect(audit.names).toEqual(["run.started", "run.finished"]);
  });
});
