import { expect, it } from "@jest/globals";

import { planLogin } from "../../src/login/agents.ts";

const NONE = { device: false, console: false, token: false };

it.each([
  ["codex", {}, ["codex", "login"], 1455],
  ["codex", { device: true }, ["codex", "login", "--device-auth"], undefined],
  ["claude", {}, ["claude", "auth", "login"], undefined],
  ["claude", { console: true }, ["claude", "auth", "login", "--console"], undefined],
] as const)("%s with %j", (agent, flags, ...[argv, callbackPort]) => {
  expect(planLogin(agent, { ...NONE, ...flags })).toMatchObject({ argv, callbackPort });
});

it("claude with a token says that nothing keeps it", () => {
  const { argv, guide } = planLogin("claude", { ...NONE, token: true });
  expect(argv).toEqual(["claude", "setup-token"]);
  expect(guide).toContain("nowhere else");
});
