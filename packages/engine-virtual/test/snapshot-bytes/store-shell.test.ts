import { expect, it } from "@jest/globals";

import { OWN_COMMANDS } from "../../src/sandbox/command-table.ts";
import { openState } from "../../src/sandbox/open-state.ts";
import { settingsOf } from "../../src/sandbox/options.ts";
import { storeShell } from "../../src/snapshot-bytes/store-shell.ts";

/** What a call leaves to none that follows, or what is the sandbox's own. */
const OF_ONE_CALL = [
  ...["calls", "channels", "conditions", "depth", "file", "functionDepth", "isSubshell", "loops"],
  ...["place", "receivers", "sources", "subshells", "substituted", "substitutions", "unwinding"],
  ...[
    "command",
    "commandSource",
    "group",
    "hasInput",
    "isInDebug",
    "isInTrap",
    "isImage",
    "jobs",
    "lastBackground",
    "pending",
    "pid",
    "process",
  ],
  ...["processId", "seenJobs", "world"],
];

it("keeps each part of a shell that stays from call to call", () => {
  const settings = settingsOf({});
  const commands = () => OWN_COMMANDS;
  const { shell } = openState({ settings, commands, kept: undefined, canWait: () => false });
  const { name, args, ...stored } = storeShell(shell);
  expect([name, args]).toEqual([shell.parameters.name, shell.parameters.args]);
  const known = new Set([...Object.keys(stored), "parameters", ...OF_ONE_CALL]);
  expect(Object.keys(shell).filter((part) => !known.has(part))).toEqual([]);
});
