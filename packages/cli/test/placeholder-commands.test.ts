import { execFileSync } from "node:child_process";
import { lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Placeholder, SandboxPlan } from "@agent-sandbox/core";
import { resolvePolicy } from "@agent-sandbox/policy";
import { planSandbox } from "@agent-sandbox/core";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { placeholderCommands } from "../src/placeholder-commands.ts";
import { quote } from "../src/quote.ts";

/** Whoever runs the tests may give files to this owner. */
const user =
  process.getuid?.() === 0
    ? { uid: 54_321, gid: 54_322 }
    : { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };

let workspace: string;

beforeEach(() => {
  workspace = join(mkdtempSync(join(tmpdir(), "placeholder-commands-")), `it's "a" $b`);
  mkdirSync(join(workspace, ".git"), { recursive: true });
});

afterEach(() => {
  rmSync(join(workspace, ".."), { recursive: true });
});

function planWith(changes: Partial<SandboxPlan> = {}): SandboxPlan {
  const plan = planSandbox({
    policy: resolvePolicy([], { engine: "docker", workspace, home: "/home/ann", temp: "/tmp" }),
    facts: {
      workspace: { path: workspace, name: "demo", hash: "0".repeat(32) },
      owner: user.uid === 0 ? { uid: 1, gid: 1 } : user,
      git: "directory",
      paths: new Map([[".git", "directory"]]),
      hooksPath: undefined,
      hooks: { at: "inside", path: ".git/hooks" },
      matches: [],
      outside: new Map(),
      scripts: new Map(),
      ownFolders: [],
      npmRegistryHosts: [],
      githubRanges: [],
    },
    repoImage: "demo:1",
  });
  return { ...plan, ...changes };
}

const record = () => ({ file: join(workspace, "../new/state/h.json"), content: `{"it's": "$x"}` });

const paste = (plan: SandboxPlan) =>
  execFileSync("sh", ["-e"], { input: placeholderCommands(plan, record()).map(quote).join("\n") });

describe("placeholderCommands", () => {
  it("are none where every protected path exists", () => {
    expect(placeholderCommands(planWith({ placeholders: [] }), record())).toEqual([]);
  });

  it("make, when pasted, the very placeholders of the plan, owned by the workspace's owner", () => {
    const plan = planWith();
    paste(plan);
    for (const { path, kind, content } of plan.placeholders) {
      const { uid, gid } = lstatSync(path);
      expect({ path, uid, gid }).toEqual({ path, ...plan.user });
      const found = kind === "file" ? readFileSync(path, "utf8") : lstatSync(path).isDirectory();
      expect({ path, found }).toEqual({ path, found: kind === "file" ? content : true });
    }
    expect(plan.placeholders.length).toBeGreaterThan(8);
    const made = readdirSync(workspace, { recursive: true }).length;
    expect(made).toBe(plan.placeholders.length + 1);
  });

  it("write the record first, in a folder that is the user's alone", () => {
    const plan = planWith();
    const [first] = placeholderCommands(plan, record());
    execFileSync("sh", ["-e"], { input: quote(first ?? []) });
    expect(readFileSync(record().file, "utf8")).toBe(record().content);
    expect(lstatSync(join(record().file, "..")).mode & 0o077).toBe(0);
    expect(readdirSync(workspace)).toEqual([".git"]);
  });

  it("write a content as it stands, whatever is in it", () => {
    const file: Placeholder = {
      path: join(workspace, "x"),
      kind: "file",
      content: `%s \\n $HOME it's "x"\n\n`,
    };
    paste(planWith({ placeholders: [file] }));
    expect(readFileSync(file.path, "utf8")).toBe(file.content);
  });
});
