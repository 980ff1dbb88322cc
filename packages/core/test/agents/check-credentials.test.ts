import { describe, expect, it } from "@jest/globals";

import { checkCredentials } from "../../src/agents/check-credentials.ts";

const codex = (value: unknown, name = "auth.json") =>
  checkCredentials({ agent: "codex", name, text: text(value), from: "/home/ann/.codex/x" });
const claude = (value: unknown) =>
  checkCredentials({
    ...{ agent: "claude", name: ".credentials.json" },
    ...{ text: text(value), from: "/home/ann/.claude/.credentials.json" },
  });
const text = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));

describe("credentials of Codex", () => {
  it.each([
    { auth_mode: "apikey", OPENAI_API_KEY: "sk-x" },
    { OPENAI_API_KEY: null, tokens: { access_token: "a", refresh_token: "b", id_token: "c" } },
    { auth_mode: "agentIdentity", agent_identity: "e30" },
  ])("go on byte for byte: %j", (value) => {
    const written = JSON.stringify(value, undefined, 2);
    expect(codex(written)).toBe(written);
  });

  it.each([
    ["", "it is not JSON"],
    ['{"OPENAI_API_KEY": "sk-sec', "it is not JSON"],
    [[], "it is not a JSON object"],
    [null, "it is not a JSON object"],
    [{}, "it has neither an API key nor tokens"],
    [{ OPENAI_API_KEY: "", tokens: null }, "it has neither an API key nor tokens"],
    [{ tokens: { refresh_token: "sk-sec" } }, 'its "tokens" have no "access_token"'],
  ])("are refused as %j, and nothing of them is told", (value, state) => {
    const failure = thrownBy(() => codex(value));
    expect(failure).toMatchObject({
      code: "CONFIG_INVALID",
      message: `Cannot use "/home/ann/.codex/x": ${state}`,
    });
    expect(JSON.stringify(failure)).not.toContain("sk-sec");
  });

  it("have a profile beside them that need only be an object", () => {
    expect(codex({ name: "ann" }, "profile.json")).toBe('{"name":"ann"}');
    expect(() => codex("[]", "profile.json")).toThrow("it is not a JSON object");
  });
});

describe("credentials of Claude Code", () => {
  it("are its own login alone: what it holds for other servers stays outside", () => {
    const login = { accessToken: "a", refreshToken: "b", expiresAt: 1, scopes: ["x"] };
    expect(JSON.parse(claude({ claudeAiOauth: login, mcpOAuth: { s: "secret" } }))).toEqual({
      claudeAiOauth: login,
    });
  });

  it.each([
    [{}, 'it has no "claudeAiOauth", so no login with a plan'],
    [{ claudeAiOauth: { accessToken: 1 } }, 'its "claudeAiOauth" has no "accessToken"'],
  ])("are refused as %j", (value, state) => {
    expect(() => claude(value)).toThrow(
      `Cannot use "/home/ann/.claude/.credentials.json": ${state}`,
    );
  });
});

function thrownBy(action: () => unknown): unknown {
  try {
    return action();
  } catch (error) {
    return error;
  }
}
