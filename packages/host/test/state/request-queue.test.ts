import { readdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import { RequestQueue } from "../../src/state/request-queue.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

describe("RequestQueue", () => {
  it("holds what waits for an answer, oldest first", async () => {
    await using directory = await temporaryDirectory();
    const queue = new RequestQueue(join(directory.path, "q"));
    const ids: string[] = [];
    for (const request of ["a", { b: 1 }, null]) ids.push(await queue.leave(request));
    await queue.answer(ids[0] ?? "", "done");
    const waiting = await queue.waiting();
    expect(waiting).toHaveLength(2);
    expect(waiting).toEqual(
      expect.arrayContaining([
        { id: ids[1], request: { b: 1 } },
        { id: ids[2], request: null },
      ]),
    );
    expect(await queue.answerTo(ids[0] ?? "")).toBe("done");
    expect(await queue.answerTo(ids[1] ?? "")).toBeUndefined();
  });

  it("sweeps what processes left that are gone, also where the id has gone to another", async () => {
    await using directory = await temporaryDirectory();
    const queue = new RequestQueue(directory.path);
    const id = await queue.leave("mine");
    const [, , started = ""] = id.split("_");
    const recycled = `1_${process.pid.toString()}_${(Number(started) + 1).toString()}_x`;
    const gone = "2_4194305_7_x";
    for (const other of [recycled, gone]) {
      await writeFile(join(directory.path, `${other}.request`), '"lost"');
      await writeFile(join(directory.path, `${other}.answer.y.tmp`), "{");
    }
    await writeFile(join(directory.path, "not one of ours"), "");
    expect(await queue.waiting()).toEqual([{ id, request: "mine" }]);
    expect(await readdir(directory.path)).toEqual([`${id}.request`]);
  });

  it("sweeps an answer that nobody waits for any more, and passes over a broken request", async () => {
    await using directory = await temporaryDirectory();
    const queue = new RequestQueue(directory.path);
    const id = await queue.leave("a");
    await queue.remove(id);
    await queue.answer(id, "too late");
    const broken = await queue.leave("b");
    await writeFile(join(directory.path, "broken"), '"b');
    await rename(join(directory.path, "broken"), join(directory.path, `${broken}.request`));
    expect(await queue.waiting()).toEqual([]);
    expect(await readdir(directory.path)).toEqual([`${broken}.request`]);
  });
});
