import { describe, expect, it } from "@jest/globals";
import { parseAgentFile } from "../../src/agents/parse-agent-file.ts";

const parse = (...lines: readonly string[]) =>
  parseAgentFile(["---", ...lines, "---", "You are careful.", ""].join("\n"), "a.md");

describe("an agent's file", () => {
  it("says what the agent is told, its model and its tools", () => {
    const lines = ["name: reviewer", "description: Reviews", "model: opus", "tools: Read, Grep"];
    expect(parse(...lines, "disallowed-tools: [Write, Edit]", "color: red")).toEqual({
      ...{ model: "opus", instructions: "You are careful." },
      ...{ tools: ["Read", "Grep"], disallowedTools: ["Write", "Edit"] },
    });
  });

  it.each<[string, readonly string[] | undefined]>([
    ["tools: Read", ["Read"]],
    [
      "tools: Read,Grep , Bash(git log:*, x),  Glob",
      ["Read", "Grep", "Bash(git log:*, x)", "Glob"],
    ],
    ["tools: [Read, 'mcp__db__*']", ["Read", "mcp__db__*"]],
    ["tools:\n  - Read\n  - Bash(git push:*)", ["Read", "Bash(git push:*)"]],
    ["tools:\n- Read\n- Grep", ["Read", "Grep"]],
    ["'tools': Read", ["Read"]],
    ["tools: []", []],
    ["tools: ''", []],
    ["tools:", undefined],
    ["model: inherit", undefined],
  ])("with %j has the tools %j", (line, tools) => {
    expect(parse(line).tools).toEqual(tools);
    expect(parse(line).model).toBeUndefined();
  });

  it("may spell the tools that it denies in both ways, and they add up", () => {
    const { disallowedTools } = parse("disallowedTools: Write", "disallowed-tools: [Edit, Bash]");
    expect(disallowedTools).toEqual(["Write", "Edit", "Bash"]);
  });

  it("may have a description that is no YAML, and its rules count all the same", () => {
    const description = "description: Use it. Examples: <example>user: 'hi' & more: [</example>";
    expect(parse(description, "disallowedTools: Write", "  ", "# why")).toMatchObject({
      disallowedTools: ["Write"],
    });
  });

  it.each<[string, string]>([
    ["tools: 7", '"tools" is not a list of tools'],
    ["tools: [Read, 7]", '"tools" has 7, which is no tool'],
    ["disallowed-tools: { a: 1 }", '"disallowed-tools" is not a list of tools'],
    ["model: [a]", '"model" is not a text'],
    ["name: 7", '"name" is not a text'],
    ["- a", "its front matter is not a list of keys"],
    ["tools: [Read", "line 2"],
    ["{tools: Read}: x: y", "line 2"],
    ["allowed-tools: Read", 'it has no meaning for "allowed-tools"'],
    ["disallowed_tools: Write", 'it has no meaning for "disallowed_tools"'],
  ])("is refused with %j", (line, state) => {
    expect(() => parse(line)).toThrow(
      expect.objectContaining({
        code: "CONFIG_INVALID",
        message: expect.stringMatching(/^Cannot read "a.md"/) as unknown,
      }),
    );
    expect(() => parse(line)).toThrow(state);
  });

  it.each<[string, string]>([
    ["", 'does not begin with "---"'],
    ["You are careful.", 'does not begin with "---"'],
    ["---\ntools: Read\nYou are careful.\n", 'has no closing "---"'],
    [`---\n---\n${"x".repeat(100_001)}`, "more than 100 kB"],
  ])("is refused where its text is %j", (text, state) => {
    expect(() => parseAgentFile(text, "a.md")).toThrow(state);
  });

  it("may have no keys at all, another line end and a byte order mark", () => {
    expect(parseAgentFile("\uFEFF---\r\n---\r\nBe kind.\r\n", "a.md")).toEqual({
      ...{ model: undefined, tools: undefined, disallowedTools: [], instructions: "Be kind." },
    });
  });
});
