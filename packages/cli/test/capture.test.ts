import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { Capture } from "../src/capture.ts";

async function captured(limit: number, ...chunks: readonly (string | Buffer)[]) {
  const capture = new Capture(limit);
  await pipeline(Readable.from(chunks, { objectMode: false }), capture);
  return { text: capture.text(), dropped: capture.dropped };
}

describe("Capture", () => {
  it("is empty when nothing was written", async () => {
    await expect(captured(10)).resolves.toEqual({ text: "", dropped: 0 });
  });

  it("keeps all up to the limit, the limit itself included", async () => {
    await expect(captured(4, "ab", "cd")).resolves.toEqual({ text: "abcd", dropped: 0 });
  });

  it("drops what comes after the limit, also within one chunk, and counts its bytes", async () => {
    await expect(captured(3, "ab", "cd", "é")).resolves.toEqual({ text: "abc", dropped: 3 });
  });

  it("keeps nothing when there is no room", async () => {
    await expect(captured(0, "abc")).resolves.toEqual({ text: "", dropped: 3 });
  });

  it("joins a letter that came in two chunks", async () => {
    const [first, second] = [Buffer.from("é").subarray(0, 1), Buffer.from("é").subarray(1)];
    await expect(captured(10, first, second)).resolves.toEqual({ text: "é", dropped: 0 });
  });

  it("shows a letter that the limit cuts, and bytes that are none, as replacements", async () => {
    await expect(captured(2, "aé")).resolves.toEqual({ text: "a\uFFFD", dropped: 1 });
    await expect(captured(9, Buffer.from([0x61, 0xff]))).resolves.toMatchObject({
      text: "a\uFFFD",
    });
  });

  it("keeps the same bytes however they were cut into chunks", async () => {
    const chunks = fc.array(fc.string({ unit: "grapheme-ascii", minLength: 1 }), { maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(chunks, fc.nat(20), async (parts, limit) => {
        const whole = parts.join("");
        await expect(captured(limit, ...parts)).resolves.toEqual({
          text: whole.slice(0, limit),
          dropped: Math.max(0, whole.length - limit),
        });
      }),
    );
  });
});
