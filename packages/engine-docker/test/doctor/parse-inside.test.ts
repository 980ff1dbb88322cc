import { expect, it } from "@jest/globals";

import { parseInside } from "../../src/doctor/parse-inside.ts";

const AT = { startedAt: 1_000_000, endedAt: 1_002_000 };

const SAID = `clock	1001.5
disk	2000	4096	9000
program	claude	0	2.1.330 (Claude Code)
program	codex	127	
volume	agent-sandbox-codex-config	1000	755
foreign	agent-sandbox-codex-config
secret	agent-sandbox-codex-config	auth.json	644
volume	agent-sbx-repo-1	0	700
`;

it("reads every fact of what is said", () => {
  expect(parseInside(SAID, AT)).toEqual({
    clockAheadMs: 0,
    freeBytes: 8_192_000,
    programs: new Map([
      ["claude", { status: 0, said: "2.1.330 (Claude Code)" }],
      ["codex", { status: 127, said: "" }],
    ]),
    volumes: [
      {
        ...{ name: "agent-sandbox-codex-config", uid: 1000, mode: 0o755, hasForeign: true },
        secrets: [{ name: "auth.json", mode: 0o644 }],
      },
      { name: "agent-sbx-repo-1", uid: 0, mode: 0o700, hasForeign: false, secrets: [] },
    ],
  });
});

it.each([
  ["994.0", -6000],
  ["1000.0", 0],
  ["1002.0", 0],
  ["1009.5", 7500],
])("counts a clock of %s s against the time in which the container ran", (time, ahead) => {
  expect(parseInside(`clock\t${time}\n`, AT).clockAheadMs).toBe(ahead);
});

it("leaves out what is not said", () => {
  const nothing = { clockAheadMs: undefined, freeBytes: undefined, programs: new Map() };
  expect(parseInside("", AT)).toEqual({ ...nothing, volumes: [] });
});
