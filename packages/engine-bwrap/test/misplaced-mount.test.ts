import { type BwrapMount, parseMountTable } from "@agent-sandbox/core";
import { describe, expect, it } from "@jest/globals";

import { misplacedMount } from "../src/misplaced-mount.ts";

const OUTSIDE = parseMountTable(
  [
    "1 0 8:1 / / rw - ext4 /dev/sda rw",
    "2 1 8:2 /sub /home rw shared:1 - btrfs /dev/sdb rw",
    "3 1 0:5 / /run rw - tmpfs tmpfs rw",
  ].join("\n"),
);

const bind: BwrapMount = { kind: "bind", source: "/home/u/a b", target: "/home/u/a b", mode: "ro" };

const judge = (line: string, mount: BwrapMount = bind) =>
  misplacedMount([mount], { outside: OUTSIDE, inside: parseMountTable(line) });

describe("misplacedMount", () => {
  it("finds a mount at its place", () => {
    expect(judge("9 8 8:2 /sub/u/a\\040b /home/u/a\\040b ro - btrfs /dev/sdb rw")).toBeUndefined();
  });

  it.each([
    ["nothing is mounted", "9 8 8:1 / / ro - ext4 /dev/sda rw"],
    ["another path is shown", "9 8 8:2 /sub/u/.ssh /home/u/a\\040b ro - btrfs /dev/sdb rw"],
    ["another file system is", "9 8 8:1 /sub/u/a\\040b /home/u/a\\040b ro - ext4 /dev/sda rw"],
    ["it is gone outside", "9 8 8:2 /sub/u/a\\040b//deleted /home/u/a\\040b ro - btrfs x rw"],
  ])("tells that %s", (_, line) => {
    expect(judge(line)).toBe("/home/u/a b");
  });

  it("takes the later one of two at one place", () => {
    const right = "9 8 8:2 /sub/u/a\\040b /home/u/a\\040b ro - btrfs /dev/sdb rw";
    const wrong = "9 8 8:2 /sub/x /home/u/a\\040b ro - btrfs /dev/sdb rw";
    expect(judge(`${wrong}\n${right}`)).toBeUndefined();
    expect(judge(`${right}\n${wrong}`)).toBe("/home/u/a b");
  });

  it("wants something empty where a directory is hidden", () => {
    const hidden: BwrapMount = { kind: "hidden-directory", target: "/h" };
    expect(judge("9 8 0:9 / /h ro - tmpfs tmpfs rw", hidden)).toBeUndefined();
    expect(judge("9 8 8:1 /h /h ro - ext4 /dev/sda rw", hidden)).toBe("/h");
  });
});
