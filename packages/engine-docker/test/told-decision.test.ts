import { describe, expect, it } from "@jest/globals";

import { toldDecision } from "../src/told-decision.ts";

const report = (text: string) => JSON.stringify({ event: "report", text });
const TRUSTED = { result: "blocked", trust: "trusted" };

describe("toldDecision", () => {
  it.each<readonly [string, object]>([
    [
      '{"event":"network.refused","name":"a.example","type":"A","suppressed":3}',
      {
        ...TRUSTED,
        operation: "connect",
        target: "a.example",
        policy: "host-not-allowed",
        suppressed: 3,
      },
    ],
    [
      '{"event":"connection.refused","address":"192.0.2.9"}',
      { ...TRUSTED, operation: "connect", target: "192.0.2.9", policy: "address" },
    ],
    [
      '{"event":"connection.refused","address":"127.0.0.1"}',
      { ...TRUSTED, operation: "connect", target: "127.0.0.1", policy: "localhost" },
    ],
    [
      '{"event":"connection.refused","address":"0000:0000:0000:0000:0000:0000:0000:0001"}',
      { ...TRUSTED, policy: "localhost" },
    ],
    ['{"event":"connection.refused","address":"127.0.0.11"}', { ...TRUSTED, policy: "address" }],
    [
      '{"event":"network.allowed","name":"a.example","type":"A"}',
      {
        ...{ operation: "connect", target: "a.example", result: "allowed" },
        ...{ policy: "allowed-host", trust: "trusted" },
      },
    ],
    [
      '{"event":"mount.lost","path":"/w/.git/config","action":"stop"}',
      { ...TRUSTED, operation: "protect", target: "/w/.git/config", policy: "protection-lost" },
    ],
    [
      '{"event":"mount.lost","path":"/w/.git/config","action":"warn"}',
      { trust: "trusted", result: "allowed", policy: "protection-lost" },
    ],
    [
      '{"event":"sandbox.failed","reason":"Cannot load the rules"}',
      { ...TRUSTED, operation: "open", policy: "sandbox-failed", reason: "Cannot load the rules" },
    ],
    [
      '{"event":"events.suppressed","of":"names","suppressed":10}',
      { ...TRUSTED, target: "names", policy: "events-suppressed", suppressed: 10 },
    ],
  ])("takes %s for what PID 1 knows", (line, decision) => {
    expect(toldDecision(line)).toMatchObject(decision);
  });

  it.each(['{"event":"sandbox.ready"}', '{"event":"push"}', "", "text", '{"event":"constructor"}'])(
    "takes %j for no decision",
    (line) => {
      expect(toldDecision(line)).toBeUndefined();
    },
  );

  it("takes a report's words, and never its word for who says so", () => {
    const said = {
      ...{ operation: "read", target: "./.env", policy: "sensitive-file-pattern" },
      ...{ result: "blocked", reason: "Matches", agent: "architect" },
    };
    const forged = {
      trust: "trusted",
      workspace: "/else",
      eventId: "x",
      suppressed: 9,
      event: "push",
    };
    expect(toldDecision(report(JSON.stringify({ ...said, ...forged })))).toStrictEqual({
      ...said,
      trust: "reported",
    });
  });

  it.each(['{"operation":1,"target":"x","policy":"y"}', "no JSON", "[]", "null", "{}", '"x"'])(
    "records what %j is where it is no report",
    (text) => {
      expect(toldDecision(report(text))).toStrictEqual({
        ...{ operation: "report", target: text, result: "blocked" },
        ...{ policy: "unreadable-report", trust: "reported" },
      });
    },
  );

  it.each(["allow", "", "ALLOWED", undefined])("takes %j for no leave", (result) => {
    const said = { operation: "read", target: "x", policy: "y", result };
    expect(toldDecision(report(JSON.stringify(said)))).toMatchObject({ result: "blocked" });
  });
});
