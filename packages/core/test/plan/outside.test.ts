import { describe, expect, it } from "@jest/globals";
import type { OutsideFact } from "../../src/facts.ts";
import { namedOutside, planSandbox } from "../../src/index.ts";
import { hostFacts } from "../support/host-facts.ts";
import { resolved } from "../support/resolved.ts";

const WORKSPACE = "/home/ann/shop";

/** What stands at each path, itself unless a real path is given; the others that are named are absent. */
type There = Readonly<Record<string, Partial<OutsideFact>>>;

function plan(filesystem: unknown, there: There, branch?: { name: string; key: string }) {
  const policy = resolved({ filesystem });
  const outside = Object.fromEntries(
    namedOutside(policy.filesystem).map((path): [string, OutsideFact] => [
      path,
      { real: path, kind: path in there ? "directory" : "absent", ...there[path] },
    ]),
  );
  const facts = hostFacts({ outside });
  return planSandbox({ policy, facts, repoImage: "shop", branch });
}

function brief(...request: Parameters<typeof plan>): readonly string[] {
  return plan(...request).mounts.flatMap(({ mode, source, target, volume }) => {
    const isOwn = volume !== undefined || source.startsWith(WORKSPACE);
    return isOwn ? [] : [`${mode} ${source} ${target}`];
  });
}

describe("ro and rw outside of the workspace", () => {
  it("are at the same path, and in the home where the home inside is", () => {
    const filesystem = { ro: ["~/notes"], rw: ["/srv/data"] };
    const there = { "/home/ann/notes": {}, "/srv/data": {} };
    const expected = ["ro /home/ann/notes /home/node/notes", "rw /srv/data /srv/data"];
    expect(brief(filesystem, there)).toEqual(expected);
    expect(brief(filesystem, there, { name: "feat", key: "feat" })).toEqual(expected);
  });

  it("follow a link to what is granted too", () => {
    const there = { "/home/ann/notes": { real: "/mnt/big/notes" }, "/mnt/big": {} };
    expect(brief({ ro: ["~/notes", "/mnt/big"] }, there)).toEqual([
      "ro /mnt/big/notes /home/node/notes",
      "ro /mnt/big /mnt/big",
    ]);
  });

  it("leave out what is not there", () => {
    expect(brief({ ro: ["/srv/a"], rw: ["~/b"], exclude: ["/srv/c"] }, {})).toEqual([]);
  });

  it("narrow and widen within each other, with the directories between pinned", () => {
    const filesystem = { rw: ["/srv", "/srv/a/b/c"], ro: ["/srv/a/b"] };
    const there = { "/srv": {}, "/srv/a/b": {}, "/srv/a/b/c": {} };
    expect(brief(filesystem, there)).toEqual([
      "rw /srv /srv",
      "rw /srv/a /srv/a",
      "ro /srv/a/b /srv/a/b",
      "rw /srv/a/b/c /srv/a/b/c",
    ]);
  });

  it.each([
    ["the directory of the workspace", { rw: ["~/src", "/home/ann"] }, { "/home/ann": {} }],
    ["a link to it", { ro: ["/srv/l"] }, { "/srv/l": { real: "/home/ann" } }],
    ["a link into it", { rw: ["/srv/l"] }, { "/srv/l": { real: `${WORKSPACE}/.git` } }],
    ["a blocked path", { ro: ["~/.ssh"] }, { "/home/ann/.ssh": {} }],
    ["a link to a blocked path", { ro: ["~/k"] }, { "/home/ann/k": { real: "/home/ann/.ssh" } }],
    ["the records", { ro: ["~/.local"] }, { "/home/ann/.local": {} }],
    [
      "the user's configuration",
      { rw: ["~/.config/agent-sandbox"] },
      { "/home/ann/.config/agent-sandbox": {} },
    ],
    ["a link to what nothing grants", { ro: ["~/n"] }, { "/home/ann/n": { real: "/mnt/n" } }],
    ["a socket", { rw: ["~/d.sock"] }, { "/home/ann/d.sock": { kind: "other" } }],
    ["a link to a socket's folder", { ro: ["~/r"] }, { "/home/ann/r": { real: "/run/docker" } }],
    [
      "a link in another grant",
      { rw: ["/srv"], ro: ["/srv/a"] },
      { "/srv": {}, "/srv/a": { real: "/srv/b" } },
    ],
    ["a denial of what could be made", { rw: ["/srv"], ro: ["/srv/a"] }, { "/srv": {} }],
    ["an exclusion of what could be made", { rw: ["/srv"], exclude: ["/srv/a"] }, { "/srv": {} }],
  ] as const)("refuse %s", (_, filesystem, there) => {
    expect(() => plan(filesystem, there)).toThrow(
      expect.objectContaining({
        code: "POLICY_UNSUPPORTED",
        message: expect.stringMatching(/^Cannot keep "filesystem\.\w+\[\d\]": /) as unknown,
      }),
    );
  });
});
