import { describe, expect, it } from "@jest/globals";
import { resolveConfigDir, resolveStateDir } from "../../src/state/directories.ts";

describe("resolveStateDir and resolveConfigDir", () => {
  it("are below the home without XDG's variables", () => {
    expect(resolveStateDir({}, "/h")).toBe("/h/.local/state/agent-sandbox");
    expect(resolveConfigDir({}, "/h")).toBe("/h/.config/agent-sandbox");
  });

  it("follow XDG's variables", () => {
    expect(resolveStateDir({ XDG_STATE_HOME: "/s" }, "/h")).toBe("/s/agent-sandbox");
    expect(resolveConfigDir({ XDG_CONFIG_HOME: "/c" }, "/h")).toBe("/c/agent-sandbox");
  });

  it.each(["", "relative"])("take %j for none", (value) => {
    expect(resolveStateDir({ XDG_STATE_HOME: value }, "/h")).toBe("/h/.local/state/agent-sandbox");
  });
});
