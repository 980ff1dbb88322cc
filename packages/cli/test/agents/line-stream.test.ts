import { describe, expect, it } from "@jest/globals";

import { LineStream } from "../../src/agents/line-stream.ts";

async function linesOf(...chunks: readonly Buffer[]) {
  const lines: string[] = [];
  const kept: Uint8Array[] = [];
  const stream = new LineStream(
    (chunk) => kept.push(chunk),
    (line) => lines.push(line),
  );
  for (const chunk of chunks) stream.write(chunk);
  await new Promise<void>((resolve) => stream.end(resolve));
  return { lines, kept: Buffer.concat(kept) };
}

describe("LineStream", () => {
  it("gives whole lines, wherever they were cut, a character of many bytes included", async () => {
    const bytes = Buffer.from("one\ntwö\n\nlast");
    const cut = bytes.indexOf(0xc3) + 1;
    const { lines, kept } = await linesOf(bytes.subarray(0, cut), bytes.subarray(cut));
    expect(lines).toEqual(["one", "twö", "", "last"]);
    expect(kept).toEqual(bytes);
  });

  it("gives no empty line at the end", async () => {
    expect((await linesOf(Buffer.from("a\n"))).lines).toEqual(["a"]);
    expect((await linesOf()).lines).toEqual([]);
  });
});
