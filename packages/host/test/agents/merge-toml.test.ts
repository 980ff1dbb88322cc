import { describe, expect, it } from "@jest/globals";

import { legacyProfile, mergeToml, profileFile } from "../../src/agents/merge-toml.ts";

const THEIRS = `# mine
model = "x" # why
sandbox_mode = "read-only"

[profiles.high] # as it was
model = "gpt-5"
reasoning_effort = "high"

[profiles.other]
model = "y"

# servers
[mcp_servers.a]
command = "b"
`;

describe("mergeToml", () => {
  it("sets our values and leaves every other line as it is, comments included", () => {
    const ours = '# ours\nsandbox_mode = "danger-full-access"\ncheck = false\n';
    expect(mergeToml(THEIRS, ours)).toBe(
      THEIRS.replace('"read-only"', '"danger-full-access"\ncheck = false'),
    );
  });

  it("changes nothing where all is there, nor by a second time", () => {
    const once = mergeToml(THEIRS, "a = 1\n[profiles.other]\nb = 2\n") ?? "";
    expect(once).toContain("b = 2");
    expect(mergeToml(once, "a = 1\n[profiles.other]\nb = 2\n")).toBe(once);
    expect(mergeToml("a = 1", "a = 1\n")).toBe("a = 1");
  });

  it("takes one profile out, and no other", () => {
    const after = mergeToml(`profile = "high"\n${THEIRS}`, "", { dropProfile: "high" }) ?? "";
    expect(after).not.toMatch(/high/);
    expect(after).toMatch(/\[profiles\.other\]\nmodel = "y"\n\n# servers\n\[mcp_servers\.a\]/);
    const other = mergeToml('profile = "other"\n', "", { dropProfile: "high" });
    expect(other).toBe('profile = "other"\n');
  });

  it("writes into what is empty, and refuses what is not TOML", () => {
    expect(mergeToml("", "a = 1\n")).toBe("a = 1\n");
    expect(mergeToml("a = 1\na = 2\n", "b = 1\n")).toBeUndefined();
    expect(mergeToml("{}", "b = 1\n")).toBeUndefined();
    const deep = `a = ${"[".repeat(50_000)}${"]".repeat(50_000)}\n`;
    expect(mergeToml(deep, "b = 1\n")).toBeUndefined();
  });

  it("goes through dates, arrays and inline tables of theirs", () => {
    const theirs = 'when = 2024-01-02T03:04:05Z\nlist = [ "a", # first\n  "b" ]\nin = { a = 1 }\n';
    expect(mergeToml(theirs, "z = 1\n")).toBe(`${theirs}z = 1\n`);
  });
});

describe("a profile from before profiles had files", () => {
  it("is found as a table or by being chosen", () => {
    expect(legacyProfile(THEIRS, "high")).toMatchObject({ model: "gpt-5" });
    expect(legacyProfile('profile = "high"\n', "high")).toEqual({});
    expect(legacyProfile('profile = "other"\n', "high")).toBeUndefined();
    expect(legacyProfile("not toml", "high")).toBeUndefined();
  });

  it("moves into the profile's file without the key that Codex never had", () => {
    const ours = '# ours\nmodel_reasoning_effort = "high"\n';
    expect(profileFile(THEIRS, "high", ours)).toBe(`${ours}model = "gpt-5"\n`);
    expect(profileFile("", "high", ours)).toBe(ours);
  });
});
