import { PassThrough } from "node:stream";

import { describe, expect, it } from "@jest/globals";

import { type Output, watch } from "../../src/list/watch.ts";

/** A pipe, or a terminal of 20 × 4, and what was written to it. */
function openOutput({ isTTY }: { readonly isTTY: boolean }) {
  const stream = Object.assign(new PassThrough(), { isTTY, columns: 20, rows: 4 });
  const chunks: string[] = [];
  stream.on("data", (chunk: Buffer) => chunks.push(chunk.toString()));
  return { output: stream as unknown as Output & PassThrough, written: () => chunks.join("") };
}

/** Frames "1", "2" and so on; the third aborts. */
function counting(stop: AbortController, end: () => void = () => undefined) {
  let count = 0;
  return async () => {
    await Promise.resolve();
    count += 1;
    if (count === 3) {
      end();
      stop.abort();
    }
    return count.toString();
  };
}

describe("watch", () => {
  it("writes one frame after the other where there is no terminal", async () => {
    const stop = new AbortController();
    const { output, written } = openOutput({ isTTY: false });
    await watch({ frame: counting(stop), period: 1, output }, stop.signal);
    expect(written()).toBe("1\n2\n3\n");
  });

  it("has a screen of its own on a terminal, and gives it back with the cursor", async () => {
    const stop = new AbortController();
    const { output, written } = openOutput({ isTTY: true });
    await watch({ frame: counting(stop), period: 1, output }, stop.signal);
    const frame = (text: string) => `\u001b[H\u001b[K${text}\r\n\u001b[J`;
    expect(written()).toBe(
      `\u001b[?1049h\u001b[?25l${frame("1")}${frame("2")}${frame("3")}\u001b[?25h\u001b[?1049l`,
    );
  });

  it("counts the lines that a terminal has no room for", async () => {
    const stop = new AbortController();
    const { output, written } = openOutput({ isTTY: true });
    const frame = async () => {
      await Promise.resolve();
      stop.abort();
      return "a\nb\nc\nd\ne";
    };
    await watch({ frame, period: 1, output }, stop.signal);
    expect(written()).toContain("\u001b[Ka\r\n\u001b[Kb\r\n\u001b[K… 3 more\r\n");
  });

  it("ends when nobody reads any more", async () => {
    const { output } = openOutput({ isTTY: false });
    const gone = Object.assign(new Error("write EPIPE"), { code: "EPIPE" });
    const frame = counting(new AbortController(), () => output.emit("error", gone));
    await expect(
      watch({ frame, period: 1, output }, new AbortController().signal),
    ).resolves.toBeUndefined();
  });

  it("fails as a frame fails, with the terminal as it was", async () => {
    const { output, written } = openOutput({ isTTY: true });
    const frame = () => Promise.reject(new Error("no daemon"));
    await expect(watch({ frame, period: 1, output }, new AbortController().signal)).rejects.toThrow(
      "no daemon",
    );
    expect(written()).toMatch(/\[\?25h\u001b\[\?1049l$/);
  });
});
