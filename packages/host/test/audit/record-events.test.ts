import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { trustEvent } from "@agent-sandbox/core";
import { expect, it } from "@jest/globals";
import { recordEvents } from "../../src/audit/record-events.ts";
import { verifyChain } from "../../src/audit/verify-chain.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

it("puts events into a file of their own, whose chain is closed", async () => {
  await using directory = await temporaryDirectory();
  const about = { result: "revoked", user: "ann", workspace: "/w", file: "f" } as const;
  const event = trustEvent({ ...about, widenings: [], remembered: true });
  const now = () => new Date("2026-03-04T05:06:07Z");
  await recordEvents([event, event], { stateDir: directory.path, now });
  const day = join(directory.path, "audit/2026-03-04");
  const [name = ""] = readdirSync(day);
  const text = readFileSync(join(day, name), "utf8");
  expect(text.match(/"event":"\w+"/g)).toEqual([
    '"event":"trust"',
    '"event":"trust"',
    '"event":"collected"',
  ]);
  expect(verifyChain(text)).toMatchObject({ state: "whole" });
});
