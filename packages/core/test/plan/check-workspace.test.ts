import { describe, expect, it } from "@jest/globals";
import { checkGitDirectory, checkOwner } from "../../src/plan/check-workspace.ts";
import { hostFacts } from "../support/host-facts.ts";

describe("checkOwner", () => {
  it("lets a workspace pass, whoever but root owns it", () => {
    for (const uid of [1, 1000, 54321]) {
      expect(() => checkOwner(hostFacts({ owner: { uid, gid: 0 } }))).not.toThrow();
    }
  });

  it("refuses root's workspace, and tells two ways out", () => {
    expect(() => checkOwner(hostFacts({ owner: { uid: 0, gid: 1000 } }))).toThrow(
      expect.objectContaining({
        code: "WORKSPACE_INVALID",
        message:
          'Cannot sandbox "/home/ann/shop": it belongs to root, and agents never run as root',
        hint: 'Give it to a user ("chown -R 1000:1000 /home/ann/shop") or clone it as one',
      }),
    );
  });
});

describe("checkGitDirectory", () => {
  it("lets the top of a repository pass", () => {
    expect(() => checkGitDirectory(hostFacts())).not.toThrow();
  });

  it.each([
    ["absent", "it is not the top of a git repository", "git init"],
    ["file", 'its ".git" is a file: it is a linked worktree or a submodule', "main checkout"],
    ["link", 'its ".git" is a symbolic link', "the directory that the link points into"],
  ] as const)("refuses a workspace whose .git is %s", (git, state, hint) => {
    expect(() => checkGitDirectory(hostFacts({ git }))).toThrow(
      expect.objectContaining({
        code: "WORKSPACE_INVALID",
        message: `Cannot sandbox "/home/ann/shop": ${state}`,
        hint: expect.stringContaining(hint) as unknown,
      }),
    );
  });
});
