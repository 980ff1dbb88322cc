import type { SandboxPlan } from "@agent-sandbox/core";
import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { toContainerSpec } from "../src/container-spec.ts";
import { toDockerRun } from "../src/docker-run.ts";
import { placeMounts } from "../src/place-mounts.ts";
import { MOUNTPOINTS, sandboxPlan } from "./sandbox-plan.ts";

const base = sandboxPlan();

const line = (changes: Partial<SandboxPlan> = {}) =>
  toDockerRun(placeMounts(toContainerSpec(sandboxPlan(changes)), MOUNTPOINTS));

/** The values of every flag of one name, in their order. */
function valuesOf(argv: readonly string[], flag: string): readonly string[] {
  return argv.flatMap((word, at) => (word === flag ? [argv[at + 1] ?? ""] : []));
}

const mountOf = (source: string, mode: "ro" | "rw") =>
  valuesOf(line({ mounts: [{ source, target: "/workspace/x", mode }] }), "--mount")[0];

describe("toDockerRun", () => {
  it("starts detached, under the container's names, with the image last and no command", () => {
    const argv = line();
    expect(argv.slice(0, 7)).toEqual([
      ...["docker", "run", "--detach"],
      ...["--name", "agent-sandbox-shop-5f4dcc3b5aa765d61d8327deb882cf99", "--hostname", "shop"],
    ]);
    expect(argv.at(-1)).toBe("agent-sandbox-shop:latest");
  });

  it.each([
    ["--user", ["root"]],
    ["--workdir", ["/workspace/shop"]],
    ["--cap-drop", ["ALL"]],
    ["--cap-add", toContainerSpec(base).capabilities],
    ["--security-opt", ["no-new-privileges"]],
    ["--pids-limit", ["4096"]],
    ["--log-driver", ["json-file"]],
    ["--log-opt", ["max-size=5m", "max-file=2"]],
  ])("says %s with %j", (flag, values) => {
    expect(valuesOf(line(), flag)).toEqual(values);
  });

  it("sets no limit and joins no network where none is given", () => {
    expect(line()).not.toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^--(memory|cpus|network|publish|group-add)$/),
      ]),
    );
  });

  it("sets the limits and the network that are given", () => {
    const argv = line({
      limits: { memoryBytes: 2 ** 29, cpus: 1.5, pids: 300 },
      container: { image: "a:1", network: "corp" },
      groups: [997],
    });
    expect(valuesOf(argv, "--group-add")).toEqual(["997"]);
    expect(valuesOf(argv, "--memory")).toEqual(["536870912"]);
    expect(valuesOf(argv, "--cpus")).toEqual(["1.5"]);
    expect(valuesOf(argv, "--pids-limit")).toEqual(["300"]);
    expect(valuesOf(argv, "--network")).toEqual(["corp"]);
  });

  it("carries every label and variable of the spec as one word each", () => {
    const { labels, environment } = toContainerSpec(base);
    const words = (all: Readonly<Record<string, string>>) =>
      Object.entries(all).map(([key, value]) => `${key}=${value}`);
    expect(valuesOf(line(), "--label")).toEqual(words(labels));
    expect(valuesOf(line(), "--env")).toEqual(words(environment));
  });

  it("publishes on 127.0.0.1 alone", () => {
    const published = [
      { hostPort: 8080, containerPort: 80, protocol: "tcp" },
      { hostPort: 5353, containerPort: 53, protocol: "udp" },
    ] as const;
    expect(valuesOf(line({ network: { ...base.network, published } }), "--publish")).toEqual([
      "127.0.0.1:8080:80/tcp",
      "127.0.0.1:5353:53/udp",
    ]);
  });
});

describe("the mounts of the line", () => {
  it("come in the plan's order, then the volumes", () => {
    expect(valuesOf(line(), "--mount")).toEqual([
      "type=bind,source=/home/ann/shop,target=/workspace/shop",
      "type=bind,source=/home/ann/shop/.git,target=/workspace/shop/.git",
      "type=bind,source=/home/ann/shop/.git/hooks,target=/workspace/shop/.git/hooks,readonly,bind-nonrecursive",
      "type=volume,source=agent-sandbox-claude-code-config,target=/home/node/.claude",
      "type=volume,source=agent-sandbox-codex-config,target=/home/node/.codex",
      "type=volume,source=agent-sandbox-5f4dcc3b5aa765d61d8327deb882cf99-history,target=/commandhistory",
    ]);
  });

  it.each([
    ["/a,b", 'type=bind,"source=/a,b",target=/workspace/x'],
    ['/a"b', 'type=bind,"source=/a""b",target=/workspace/x'],
    ['/it\'s a, "demo"', 'type=bind,"source=/it\'s a, ""demo""",target=/workspace/x'],
    ["/a=b c", "type=bind,source=/a=b c,target=/workspace/x"],
    ["/a,readonly", 'type=bind,"source=/a,readonly",target=/workspace/x'],
  ])("quote %j as a field of CSV", (source, expected) => {
    expect(mountOf(source, "rw")).toBe(expected);
    expect(mountOf(source, "ro")).toBe(`${expected},readonly,bind-nonrecursive`);
  });

  it("read back as the same fields, whatever the path is", () => {
    // A workspace with a control character in its path is refused long before.
    const path = fc
      .string({ unit: fc.constantFrom("a", ",", '"', " ", "=", "'", "\\", "é"), maxLength: 20 })
      .map((text) => `/${text}`);
    fc.assert(
      fc.property(path, (source) => {
        expect(fieldsOf(mountOf(source, "ro") ?? "")).toEqual([
          "type=bind",
          `source=${source}`,
          "target=/workspace/x",
          "readonly",
          "bind-nonrecursive",
        ]);
      }),
    );
  });
});

/** The fields of one record of CSV (RFC 4180). */
function fieldsOf(record: string): readonly string[] {
  return [...record.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^",]*))(?=,|$)/g)].map(
    ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? "",
  );
}
