import { answerCall, policyFile } from "@agent-sandbox/agent-hook";
import { parsePolicy, resolvePolicy } from "@agent-sandbox/policy";
import { expect, it } from "@jest/globals";

const config = { network: { "denied-domains": ["never.example"] } };
const policy = resolvePolicy([parsePolicy(config, { layer: "project" })], {
  ...{ engine: "docker", workspace: "/workspace", home: "/home/node", temp: "/tmp" },
});

const START = "3f2a-boot 4711";

function fetchFrom(host: string, opened: string | undefined, start = START): number {
  const call = { tool_name: "WebFetch", tool_input: { url: `https://${host}/` } };
  return answerCall({
    ...{ call: JSON.stringify(call), policy: policyFile(policy), directory: "/" },
    opened: opened === undefined ? undefined : { list: opened, containerStart: start },
    ...{ variables: {}, gatherFacts: () => new Map() },
  }).status;
}

const LIST = [
  START,
  "1 open 0 docs.example",
  "2 open 120 *.wide.example not.wide.example",
  "3 opening 0 soon.example",
  "4 open 0 never.example",
  "",
].join("\n");

it.each([
  ["docs.example", 0],
  ["sub.docs.example", 2],
  ["a.wide.example", 0],
  ["not.wide.example", 2],
  ["soon.example", 2],
  ["never.example", 2],
  ["api.anthropic.com", 0],
])("%s: %i, with what the user opened", (host, status) => {
  expect(fetchFrom(host, LIST)).toBe(status);
});

it.each([
  ["no list", undefined],
  ["an empty one", ""],
  ["a torn one", "3f2a-boot 4711\n1 open"],
])("opens nothing by %s", (_, list) => {
  expect(fetchFrom("docs.example", list)).toBe(2);
  expect(fetchFrom("api.anthropic.com", list)).toBe(0);
});

it.each(["3f2a-boot 4712", "other-boot 4711", ""])(
  "opens nothing of another start: %j",
  (start) => {
    expect(fetchFrom("docs.example", LIST, start)).toBe(2);
  },
);
