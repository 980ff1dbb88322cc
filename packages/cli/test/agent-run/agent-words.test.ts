import { parsePolicy } from "@agent-sandbox/policy";
import { describe, expect, it } from "@jest/globals";

import { personaWords, ruleWords } from "../../src/agent-run/agent-words.ts";
import { dockerPolicy } from "../../src/load-policy.ts";

function words(own: object, agent: object): readonly string[] {
  const layers = [
    parsePolicy({ tools: own }, { layer: "user" }),
    parsePolicy({ tools: agent }, { layer: "flags" }),
  ];
  const policy = dockerPolicy(layers, "/home/ann/shop", { home: "/home/ann" });
  return ruleWords("claude", policy, { readOnly: false });
}

describe("the rules as Claude Code takes them on the host", () => {
  it.each<[object, object, readonly string[]]>([
    [{}, {}, []],
    [{}, { allow: ["Read", "Bash(git log:*)"] }, ["--allowedTools", "Bash(git log:*)", "Read"]],
    [{}, { deny: ["Write"] }, ["--disallowedTools", "Write"]],
    [{ allow: ["Read"] }, { allow: ["Read", "Bash"] }, ["--allowedTools", "Read"]],
    [{ allow: ["Read"] }, {}, ["--allowedTools", "Read"]],
    [{ allow: ["Read"] }, { allow: ["Bash"] }, []],
    [{ deny: ["Bash(rm:*)"] }, { deny: ["Write"] }, ["--disallowedTools", "Bash(rm:*)", "Write"]],
    [
      { allow: ["Bash(git:*)"] },
      { allow: ["Bash(git log:*)", "Bash(rm:*)"] },
      ["--allowedTools", "Bash(git log:*)"],
    ],
  ])("of %j and the agent's %j are %j", (own, agent, expected) => {
    expect(words(own, agent)).toEqual(expected);
  });
});

describe("what an agent is told to be", () => {
  it("is a text of TOML for Codex, whatever is in it", () => {
    const instructions = `a "b" \\ \n\u007f\ud800 é`;
    expect(personaWords("codex", { instructions, model: "gpt-x" })).toEqual([
      "--model=gpt-x",
      ...["--config", `developer_instructions="a \\"b\\" \\\\ \\n\\u007f\ufffd é"`],
    ]);
  });

  it("is nothing where the file says nothing", () => {
    expect(personaWords("claude", { instructions: "", model: undefined })).toEqual([]);
  });
});
