import { parsePolicy, resolvePolicy } from "@agent-sandbox/policy";
import { describe, expect, it } from "@jest/globals";

import { openVirtual, type VirtualSandbox } from "../../src/index.ts";

function open(): VirtualSandbox {
  const layers = [parsePolicy({}, { layer: "user" })];
  const places = { engine: "virtual", workspace: "/w", home: "/home/me", temp: "/tmp" } as const;
  return openVirtual({
    workingDirectory: "/w",
    files: {
      "/w/.env": { content: "SECRET=1\n", mode: 0o640, modified: Date.UTC(2020, 1, 3) },
      "/w/env": { link: ".env" },
      "/w/open": { content: "open\n", mode: 0o640, modified: Date.UTC(2020, 1, 3) },
    },
    policy: resolvePolicy(layers, places),
  });
}

describe("a file that the policy hides", () => {
  it.each([
    ["test -e .env && echo there", "there\n"],
    ["test -s .env || echo empty", "empty\n"],
    ["[ open -nt .env ] && echo older", "older\n"],
    ["ls -l .env | head -c 10", "----------"],
    ["stat -c '%s %a' .env open", "0 0\n5 640\n"],
    ["stat -L -c '%s' env", "0\n"],
    ["find . -type f -size +0c", "./open\n"],
    ["find . -newermt 2000-01-01 -type f", "./open\n"],
  ])("is there, and nothing more is told of it: %s", (script, stdout) => {
    expect(open().executeSync(script).stdout).toBe(stdout);
  });

  it("is no refusal where it is only looked at", () => {
    const sandbox = open();
    sandbox.executeSync("ls -l; test -e .env");
    expect(sandbox.getStats().refusals).toBe(0);
  });
});
