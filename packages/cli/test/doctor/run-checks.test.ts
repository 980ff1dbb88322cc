import { SandboxError } from "@agent-sandbox/core";
import { expect, it } from "@jest/globals";

import { ok } from "../../src/doctor/finding.ts";
import { type Check, runChecks } from "../../src/doctor/run-checks.ts";

const { signal } = new AbortController();
const NEVER = new Promise<never>(() => undefined);
const LONG = 60_000;

const check = (name: string, look: Check["look"], otherwise: Check["otherwise"] = "problem") => ({
  ...{ name, look, otherwise },
});

it("looks at everything at once and tells it in order", async () => {
  const second = Promise.withResolvers<undefined>();
  const checks = [
    check("first", async () => {
      await second.promise;
      return ok("came last");
    }),
    check("second", async () => {
      second.resolve(undefined);
      return await Promise.resolve(ok("came first"));
    }),
  ];
  expect(await runChecks(checks, LONG, signal)).toEqual([
    { name: "first", verdict: "ok", message: "came last" },
    { name: "second", verdict: "ok", message: "came first" },
  ]);
});

it("makes a line of what throws, with the way out, and goes on", async () => {
  const refused = new SandboxError("ENGINE_UNAVAILABLE", "Cannot reach Docker: it is off", {
    hint: "Start it",
  });
  const checks = [
    check("thrown", () => Promise.reject(refused)),
    check("bug", () => Promise.reject(new TypeError("x is undefined")), "warning"),
    check("other", () => Promise.resolve(ok("fine"))),
  ];
  const found = await runChecks(checks, LONG, signal);
  expect(found).toMatchObject([
    { verdict: "problem", message: "Cannot reach Docker: it is off", hint: "Start it" },
    { verdict: "warning", message: "Cannot go on: x is undefined" },
    { verdict: "ok" },
  ]);
});

it("makes a line of what hangs, and goes on", async () => {
  const checks = [
    check("hangs", () => NEVER, "warning"),
    check("other", () => Promise.resolve(ok("fine"))),
  ];
  expect(await runChecks(checks, 20, signal)).toMatchObject([
    { name: "hangs", verdict: "warning", message: expect.stringContaining("no answer") as unknown },
    { name: "other", verdict: "ok" },
  ]);
});

it("ends when it is interrupted, whatever hangs", async () => {
  const controller = new AbortController();
  const running = runChecks([check("hangs", () => NEVER)], LONG, controller.signal);
  controller.abort(new SandboxError("INTERRUPTED", "Cannot go on: interrupted"));
  await expect(running).rejects.toMatchObject({ code: "INTERRUPTED" });
});
