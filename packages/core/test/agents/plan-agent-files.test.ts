import { describe, expect, it } from "@jest/globals";

import { planAgentFiles, type WantedFile } from "../../src/agents/plan-agent-files.ts";
import type { VolumeFile } from "../../src/volume-files.ts";

const settings: WantedFile = {
  name: "settings",
  fresh: "ours",
  existing: "keep",
  merge: (theirs) => (theirs === "broken" ? undefined : theirs.replace(/( ours)?$/, " ours")),
};
const note: WantedFile = { name: "note", fresh: "ours", existing: "keep" };
const login: WantedFile = { name: "login", fresh: "ours", existing: "overwrite" };

const file = (content: string): VolumeFile => ({ kind: "file", content });
const link: VolumeFile = { kind: "other", what: "a symbolic link" };

function planned(wanted: WantedFile, found: VolumeFile, force = false) {
  const { changes, outcomes } = planAgentFiles([wanted], new Map([[wanted.name, found]]), {
    force,
  });
  return { change: changes[0], ...outcomes[0] };
}

describe("a file that is not there", () => {
  it.each([settings, note, login])("is written ($name)", (wanted) => {
    expect(planned(wanted, { kind: "absent" })).toMatchObject({
      action: "written",
      change: { do: "write", name: wanted.name, content: "ours" },
    });
    expect(planAgentFiles([wanted], new Map(), { force: false }).changes).toHaveLength(1);
  });
});

describe("a file that is there", () => {
  it.each([
    [
      settings,
      "theirs",
      "it is there already; --force sets what the sandbox needs and keeps the rest",
    ],
    [settings, "theirs ours", "it has all of this already"],
    [settings, "broken", "it cannot be read; --force replaces it"],
    [note, "theirs", "it is there already; --force replaces it"],
    [note, "ours", "it has all of this already"],
  ] as const)("is left, with the reason: %#", (wanted, content, reason) => {
    const { change, action, note: said } = planned(wanted, file(content));
    expect([change, action, said]).toEqual([undefined, "left", reason]);
  });

  it("tells what it means to leave it", () => {
    const warned = { ...settings, warning: () => "is old; --force mends it" };
    expect(planned(warned, file("theirs")).note).toBe("it is old; --force mends it");
    expect(planned(warned, file("theirs ours")).note).toBe("it has all of this already");
  });

  it("is forced to have ours, and keeps the rest", () => {
    expect(planned(settings, file("theirs"), true)).toMatchObject({
      action: "merged",
      change: { do: "write", content: "theirs ours" },
    });
  });

  it.each([
    [settings, file("broken")],
    [note, file("theirs")],
    [settings, link],
  ])(
    "is replaced by force where it is no settings of theirs, and kept beside: %#",
    (wanted, found) => {
      expect(planned(wanted, found, true)).toMatchObject({
        action: "replaced",
        note: `what was there is now ${wanted.name}.before`,
        change: { content: "ours", before: `${wanted.name}.before` },
      });
    },
  );

  it("is not written again by force where nothing would change", () => {
    expect(planned(note, file("ours"), true)).toMatchObject({ change: undefined, action: "left" });
  });

  it("is merged without force where it is the agent's own state", () => {
    const state = { ...settings, existing: "merge" } as const;
    expect(planned(state, file("theirs"))).toMatchObject({ action: "merged" });
  });

  it("is left where it is something else than a file, for the same reason", () => {
    expect(planned(note, link).note).toBe("it is a symbolic link; --force replaces it");
  });
});

it("replaces a login always, and leaves no old one behind", () => {
  for (const found of [file("theirs"), file("ours"), link]) {
    const { change, action } = planned(login, found);
    expect([change, action]).toEqual([{ do: "write", name: "login", content: "ours" }, "replaced"]);
  }
});
