import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, it } from "@jest/globals";

import { recordLimits } from "../src/record-limits.ts";

let home: string;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "agent-sandbox-home-"));
});

afterEach(() => {
  rmSync(home, { recursive: true });
});

it("keeps records for 90 days and within 256 MiB", async () => {
  expect(await recordLimits({ env: {}, home })).toEqual({ keepDays: 90, maxBytes: 2 ** 28 });
});

it("keeps them as the user's own configuration says", async () => {
  mkdirSync(join(home, ".config/agent-sandbox"), { recursive: true });
  const config = { audit: { "keep-days": 7, "max-size": "1m" } };
  writeFileSync(join(home, ".config/agent-sandbox/config.json"), JSON.stringify(config));
  expect(await recordLimits({ env: {}, home })).toEqual({ keepDays: 7, maxBytes: 2 ** 20 });
});
