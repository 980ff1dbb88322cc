// A command waits for its record: until that is written nothing of it runs, by any engine.
import { setTimeout as sleep } from "node:timers/promises";

import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import type { Sandbox } from "@agent-sandbox/core";

import { makeRepository, type Workspace } from "../support/workspace.ts";
import { NO_RECORD, OPENED_ENGINES, runIn, surroundingsIn } from "./open-engine.ts";

/** Longer than any of them takes to start a command: whoever does not wait has run it by then. */
const LONG = 1500;
const SOON = 500;

describe.each(OPENED_ENGINES)("a command that waits, in the $name engine", ({ owner, open }) => {
  let workspace: Workspace;
  let sandbox: Sandbox;

  beforeAll(async () => {
    workspace = makeRepository({ owner });
    const { path } = workspace;
    sandbox = await open({ path, surroundings: surroundingsIn(path) });
  });

  afterAll(async () => {
    await sandbox[Symbol.asyncDispose]();
    await workspace[Symbol.asyncDispose]();
  });

  const look = async () => (await runIn(sandbox, "cat ran", undefined)).said;

  /** What an engine sets up ahead of the next command is there by then. */
  const prepareNext = async () => {
    await runIn(sandbox, "true", Promise.resolve());
    await sleep(SOON);
  };

  it.each(["first", "next"])(
    "begins when what it waits for has come about, and not before: the %s one",
    async (which) => {
      await runIn(sandbox, "rm -f ran", undefined);
      if (which === "next") await prepareNext();
      const order: string[] = [];
      const recorded = Promise.withResolvers<undefined>();
      const running = runIn(sandbox, "echo it >> ran", recorded.promise).then(() => {
        order.push("ran");
      });
      await Promise.race([running, sleep(LONG)]);
      // Another command looks, which does not wait.
      order.push(`looked: ${await look()}`, "recorded");
      recorded.resolve(undefined);
      await running;
      expect(order).toEqual(["looked: ", "recorded", "ran"]);
      expect(await look()).toBe("it\n");
    },
  );

  it.each([
    ["at once", 0],
    ["once all around it is set up", LONG],
  ])("does not begin where that fails %s, and fails with it", async (_, wait) => {
    await runIn(sandbox, "rm -f ran", undefined);
    await prepareNext();
    const recorded = sleep(wait).then(() => Promise.reject(NO_RECORD));
    const running = runIn(sandbox, "echo it >> ran; sleep 1; echo on >> ran", recorded);
    await expect(running).rejects.toBe(NO_RECORD);
    await sleep(LONG);
    expect(await look()).toBe("");
  });
});
