import { PassThrough, Readable, Writable } from "node:stream";

import { expect, it } from "@jest/globals";

import { demux } from "../src/demux.ts";

/** A frame as the Engine API sends it: type, three bytes of nothing, the length, the bytes. */
function frame(type: 1 | 2, text: string): Buffer {
  const header = Buffer.from([type, 0, 0, 0, 0, 0, 0, 0]);
  header.writeUInt32BE(Buffer.byteLength(text), 4);
  return Buffer.concat([header, Buffer.from(text)]);
}

it("takes output and errors apart, wherever the stream is cut", async () => {
  const bytes = Buffer.concat([frame(1, "out "), frame(2, "err"), frame(1, "put")]);
  const stdout = new PassThrough();
  const stderr = new PassThrough();
  await demux(Readable.from(Array.from(bytes, (byte) => Buffer.of(byte))), { stdout, stderr });
  expect(String(stdout.read())).toBe("out put");
  expect(String(stderr.read())).toBe("err");
});

it("reads on to the end when the reader of its output has gone", async () => {
  const tries: string[] = [];
  // As this process's own output is: one that has failed is not destroyed, and fails again.
  const stdout = new Writable({
    autoDestroy: false,
    highWaterMark: 1,
    write(chunk, _encoding, done) {
      tries.push(String(chunk));
      done(new Error("EPIPE"));
    },
  });
  stdout.on("error", () => undefined);
  const stderr = new PassThrough();
  await demux(Readable.from([frame(1, "one"), frame(1, "two"), frame(2, "the end")]), {
    stdout,
    stderr,
  });
  expect(tries).toEqual(["one"]);
  expect(String(stderr.read())).toBe("the end");
});
