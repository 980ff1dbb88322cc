import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "@jest/globals";
import { createPlaceholders } from "../../src/placeholders/create-placeholders.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const script = fileURLToPath(new URL("./hold-forever.ts", import.meta.url));

/** Kills a process that holds and releases, some milliseconds after it began; what is left then. */
async function leftAfterKill(directory: string, milliseconds: number): Promise<readonly string[]> {
  const workspace = join(directory, `ws-${milliseconds}`);
  const stateDir = join(directory, `state-${milliseconds}`);
  await mkdir(workspace);
  await mkdir(join(workspace, "held-3"));
  const ids = [String(process.getuid?.()), String(process.getgid?.())];
  const child = spawn(process.execPath, [script, workspace, stateDir, ...ids], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(child.stdout, "data");
  await sleep(milliseconds);
  child.kill("SIGKILL");
  await once(child, "exit");
  await createPlaceholders(stateDir).release("h");
  return await readdir(workspace);
}

describe("a process that is killed while it holds placeholders", () => {
  it("leaves nothing that the next release does not remove, and takes nothing that was there", async () => {
    await using directory = await temporaryDirectory();
    const moments = [1, 4, 9, 17, 30, 52];
    const left = await Promise.all(moments.map((ms) => leftAfterKill(directory.path, ms)));
    expect(left).toEqual(moments.map(() => ["held-3"]));
  });
});
