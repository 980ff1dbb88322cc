import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { parseEvent } from "../src/container-events.ts";

describe("parseEvent", () => {
  it("reads an event with its reason and path", () => {
    expect(parseEvent('{"event":"sandbox.ready"}')).toEqual({ event: "sandbox.ready" });
    expect(
      parseEvent('{"event":"mount.lost","path":"/workspace/a b","reason":"it \\"went\\""}'),
    ).toEqual({ event: "mount.lost", path: "/workspace/a b", reason: 'it "went"' });
  });

  it.each([
    ["nothing", ""],
    ["a sentence", "iptables: No chain by that name"],
    ["a sentence that quotes an event", 'said {"event":"sandbox.ready"}'],
    ["an event behind a space", ' {"event":"sandbox.ready"}'],
    ["an event behind a carriage return", '\r{"event":"sandbox.ready"}'],
    ["an event with something after it", '{"event":"sandbox.ready"} yes'],
    ["two events", '{"event":"a"}{"event":"b"}'],
    ["half an event", '{"event":"sandbox.re'],
    ["a list", '[{"event":"sandbox.ready"}]'],
    ["an object without an event", '{"Event":"sandbox.ready"}'],
    ["an event that is no text", '{"event":["sandbox.ready"]}'],
    ["an event that is null", '{"event":null}'],
    ["a reason that is no text", '{"event":"sandbox.failed","reason":{"toString":1}}'],
    ["a path that is no text", '{"event":"mount.lost","path":7}'],
    ["a reason that is null", '{"event":"sandbox.failed","reason":null}'],
    ["only an inherited event", '{"__proto__":{"event":"sandbox.ready"}}'],
    ["deep nesting", `{"event":${"[".repeat(100_000)}`],
  ])("takes %s for no event", (_, line) => {
    expect(parseEvent(line)).toBeUndefined();
  });

  it("takes the last of two equal keys, as every reader of JSON does", () => {
    expect(parseEvent('{"event":"sandbox.ready","event":"sandbox.failed"}')?.event).toBe(
      "sandbox.failed",
    );
  });

  it("throws at no line, and gives texts or nothing", () => {
    const line = fc.oneof(
      fc.string(),
      fc.json().map((json) => `{"event":${json},"path":${json}}`),
      fc.json(),
    );
    fc.assert(
      fc.property(line, (text) => {
        const { event = "", path = "", reason = "" } = parseEvent(text) ?? {};
        expect([event, path, reason].every((part) => typeof part === "string")).toBe(true);
      }),
    );
  });
});
