import { appendFile, chmod, utimes } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "@jest/globals";
import { contextDigest } from "../../src/image/context-digest.ts";
import { contextOf } from "./tiny-image.ts";

it("is another one with other contents, names and modes, and not with other times", async () => {
  await using context = await contextOf({ Dockerfile: "FROM x\n", tool: "1" });
  const tool = join(context.path, "tool");
  const before = await contextDigest(context.path);
  expect(before).toMatch(/^[0-9a-f]{64}$/);
  await utimes(tool, 1, 1);
  expect(await contextDigest(context.path)).toBe(before);
  await chmod(tool, 0o755);
  const executable = await contextDigest(context.path);
  expect(executable).not.toBe(before);
  await appendFile(tool, "2");
  expect(await contextDigest(context.path)).not.toBe(executable);
});

it("does not change with what is left out", async () => {
  await using context = await contextOf({ Dockerfile: "FROM x\n", "config.json": "{}" });
  const without = () => contextDigest(context.path, ["config.json"]);
  const before = await without();
  await appendFile(join(context.path, "config.json"), " ");
  expect(await without()).toBe(before);
  await appendFile(join(context.path, "Dockerfile"), "RUN x\n");
  expect(await without()).not.toBe(before);
});
