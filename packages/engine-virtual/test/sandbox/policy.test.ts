import type { AuditEvent, AuditSink } from "@agent-sandbox/core";
import { parsePolicy, resolvePolicy, type ResolvedPolicy } from "@agent-sandbox/policy";
import { describe, expect, it } from "@jest/globals";

import { openVirtual } from "../../src/index.ts";

const context = { engine: "virtual", workspace: "/w", home: "/home/me", temp: "/tmp" } as const;

function policyOf(config: unknown): ResolvedPolicy {
  return resolvePolicy([parsePolicy(config, { layer: "user" })], context);
}

/** Keeps events, on a disk that may be full. */
class MemorySink implements AuditSink {
  readonly events: AuditEvent[] = [];
  readonly #isFull: boolean;

  constructor({ isFull = false } = {}) {
    this.#isFull = isFull;
  }

  append(event: AuditEvent): Promise<void> {
    if (this.#isFull) return Promise.reject(new Error("no space left"));
    this.events.push(event);
    return Promise.resolve();
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}

const FILES = { "/w/a.txt": "a\n", "/w/.env": "SECRET=1\n", "/etc/other": "o\n", "/w/ro/f": "f\n" };

function openWith(config: unknown, sink?: AuditSink) {
  return openVirtual({
    workingDirectory: "/w",
    files: FILES,
    policy: policyOf(config),
    ...(sink !== undefined && { audit: { sink, runId: "run-1" } }),
  });
}

describe("the policy in a virtual sandbox", () => {
  it("refuses a command by its name, wherever it stands", async () => {
    const sandbox = openWith({ commands: { rm: false } });
    for (const script of [
      "rm a.txt",
      "x=rm; $x a.txt",
      "eval 'rm a.txt'",
      "/bin/rm a.txt",
      "true | rm a.txt",
    ]) {
      const result = await sandbox.execute(`${script}; echo $?; cat a.txt`);
      expect(result.stdout).toBe("126\na\n");
      expect(result.stderr).toContain("refused by the policy");
    }
    expect(sandbox.getStats().refusals).toBe(5);
  });

  it("refuses files that it hides, by every way to them", async () => {
    const sandbox = openWith({});
    const scripts = [
      ...[
        "cat .env",
        "cat < .env",
        "echo x > .env",
        "cp .env b",
        "mv .env b",
        "rm .env",
        "source .env",
      ],
      ...[
        "echo $(< .env)",
        "mapfile -t a < .env && echo ${a[0]}",
        "cat ../w/.env",
        "echo x > .env.new",
      ],
      ...[
        "cat /etc/other",
        "cp -r /w /tmp/copy",
        "rm -rf ../w",
        "while read l; do echo $l; done < .env",
      ],
    ];
    for (const script of scripts) {
      const result = await sandbox.execute(script);
      expect(result.stdout).not.toMatch(/SECRET|^o$/m);
      expect(`${script}: ${result.stderr}`).toContain("Permission denied");
    }
    const { tree } = { tree: await sandbox.execute("ls -a /w") };
    expect(tree.stdout).toContain(".env\n");
  });

  it("judges links by where they lead", async () => {
    const sandbox = openVirtual({
      workingDirectory: "/w",
      files: { ...FILES, "/w/link": { link: "/etc/other" }, "/w/env": { link: ".env" } },
      policy: policyOf({}),
    });
    const result = await sandbox.execute("cat link env");
    expect(result.stdout).toBe("");
    expect(result.stderr.match(/Permission denied/g)).toHaveLength(2);
  });

  it("keeps what is read-only", async () => {
    const sandbox = openWith({ filesystem: { ro: ["/w/ro"] } });
    const result = await sandbox.execute(
      "cat ro/f; echo x > ro/f; touch ro/g; rm ro/f; cat ro/f; ls ro",
    );
    expect(result.stdout).toBe("f\nf\nf\n");
    expect(result.stderr.match(/Permission denied/g)).toHaveLength(3);
  });

  it("lets in only the variables that may go in", () => {
    const sandbox = openVirtual({
      environment: { LANG: "C", API_KEY: "k", OTHER: "o" },
      policy: policyOf({ environment: { set: { MADE: "m" } } }),
    });
    expect(sandbox.executeSync("echo [$LANG] [$API_KEY] [$MADE]").stdout).toBe("[C] [] [m]\n");
  });

  it("judges each command line as an agent's shell tool", async () => {
    const sandbox = openWith({ tools: { deny: ["Bash(echo secret*)"] } });
    const result = await sandbox.execute("x=secret; echo $x words; echo fine");
    expect(result.stdout).toBe("fine\n");
  });
});

describe("the audit log of a virtual sandbox", () => {
  it("has each denial with its rule, and at level all each decision", async () => {
    const blocked = new MemorySink();
    await openWith({ commands: { rm: false } }, blocked).execute("rm a.txt; cat a.txt .env");
    expect(blocked.events).toMatchObject([
      {
        event: "decision",
        operation: "exec",
        target: "rm",
        result: "blocked",
        policy: "command-rule",
        runId: "run-1",
      },
      {
        operation: "read",
        target: "/w/.env",
        result: "blocked",
        policy: "sensitive-file-pattern",
        engine: "virtual",
      },
    ]);
    const all = new MemorySink();
    await openWith({ audit: { level: "all" } }, all).execute("cat a.txt");
    const seen = all.events.map(
      (event) => event.event === "decision" && `${event.operation} ${event.target}`,
    );
    expect(seen).toEqual(["exec cat", "tool Bash", "read /w/a.txt"]);
  });

  it("lets nothing happen any more when it cannot be written", async () => {
    const sandbox = openWith({}, new MemorySink({ isFull: true }));
    await expect(sandbox.execute("cat .env")).rejects.toMatchObject({ code: "AUDIT_FAILED" });
    await expect(sandbox.execute("echo on")).rejects.toMatchObject({ code: "AUDIT_FAILED" });
  });
});
