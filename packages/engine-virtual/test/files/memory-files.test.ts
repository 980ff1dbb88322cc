import { describe, expect, it } from "@jest/globals";

import { bytes, refusal, scratchFiles, textAt } from "./scratch-files.ts";

describe("MemoryFiles: paths", () => {
  it("follows links on the way and at the end, and lstat sees the link itself", () => {
    const files = scratchFiles();
    files.makeDirectory("/d");
    files.write("/d/f", bytes("hello"));
    files.link("d", "/l");
    files.link("../d/f", "/d/up");
    expect(textAt(files, "/l/f")).toBe("hello");
    expect(textAt(files, "/l/up")).toBe("hello");
    expect(files.lstat("/l").kind).toBe("link");
    expect(files.stat("/l").kind).toBe("directory");
    expect(files.readLink("/l")).toBe("d");
    expect(files.realPath("/l/up")).toBe("/d/f");
    expect(files.realPath("/l/../l/./f")).toBe("/d/f");
  });

  it("follows forty links and no more", () => {
    const files = scratchFiles();
    files.write("/l0", bytes("end"));
    for (let n = 1; n <= 41; n += 1) files.link(`l${n - 1}`, `/l${n}`);
    expect(textAt(files, "/l40")).toBe("end");
    expect(refusal(() => files.read("/l41"))).toBe("ELOOP");
  });

  it("makes the file that a dangling link leads to", () => {
    const files = scratchFiles();
    files.link("target", "/l");
    files.write("/l", bytes("x"));
    expect(textAt(files, "/target")).toBe("x");
    expect(files.lstat("/l").kind).toBe("link");
  });

  it.each([
    ["/absent", "ENOENT"],
    ["/f/x", "ENOTDIR"],
    ["/f/", "ENOTDIR"],
    ["/f/..", "ENOTDIR"],
    ["", "ENOENT"],
    ["/a\0b", "EINVAL"],
    [`/${"n".repeat(256)}`, "ENAMETOOLONG"],
    [`/${"é".repeat(128)}`, "ENAMETOOLONG"],
    ["/x".repeat(2048), "ENAMETOOLONG"],
  ])("refuses %j with %s", (path, code) => {
    const files = scratchFiles();
    files.write("/f", bytes(""));
    expect(refusal(() => files.stat(path))).toBe(code);
  });

  it("takes names of 255 bytes", () => {
    const files = scratchFiles();
    files.write(`/${"é".repeat(127)}n`, bytes("x"));
    expect(files.usage().files).toBe(1);
  });
});

describe("MemoryFiles: limits", () => {
  it("charges an overwrite by the difference", () => {
    const files = scratchFiles({ maxTotalSize: 10 });
    files.write("/f", bytes("12345678"));
    files.write("/f", bytes("1234567890"));
    expect(refusal(() => files.write("/g", bytes("1")))).toBe("maxTotalSize");
    files.write("/f", bytes("1"));
    files.write("/g", bytes("123456789"));
    expect(files.usage()).toStrictEqual({ bytes: 10, files: 2, directories: 0 });
  });

  it("leaves the old content where a write is refused, and makes no file", () => {
    const files = scratchFiles({ maxFileSize: 4 });
    files.write("/f", bytes("old"));
    expect(refusal(() => files.write("/f", bytes("12345")))).toBe("maxFileSize");
    expect(refusal(() => files.write("/g", bytes("12345")))).toBe("maxFileSize");
    expect(textAt(files, "/f")).toBe("old");
    expect(files.exists("/g")).toBe(false);
  });

  it("leaves nothing of a refused copy", () => {
    const files = scratchFiles({ maxNodeCount: 5 });
    files.makeDirectory("/d");
    files.write("/d/a", bytes("1"));
    files.write("/d/b", bytes("2"));
    expect(refusal(() => files.copy("/d", "/e"))).toBe("maxNodeCount");
    expect(files.list("/")).toStrictEqual([{ name: "d", kind: "directory" }]);
  });

  it("judges depth by what is there, also where something deeper was removed", () => {
    const files = scratchFiles({ maxDepth: 4 });
    for (const path of ["/a", "/a/b", "/a/b/c", "/a/d", "/x", "/x/y"]) files.makeDirectory(path);
    expect(refusal(() => files.move("/a", "/x/y/a"))).toBe("maxDepth");
    files.remove("/a/b/c");
    files.move("/a", "/x/y/a");
    expect(refusal(() => files.makeDirectory("/x/y/a/d/e"))).toBe("maxDepth");
  });

  it("restores no tree that is over its limits", () => {
    const large = scratchFiles();
    large.write("/f", bytes("12345"));
    const files = scratchFiles({ maxTotalSize: 4 });
    expect(refusal(() => files.restore(large.tree()))).toBe("maxTotalSize");
    expect(files.usage().bytes).toBe(0);
  });
});

describe("MemoryFiles: changes", () => {
  it.each([
    ["/", "/d2", "EBUSY"],
    ["/d", "/d/x", "EINVAL"],
    ["/f", "/d", "EISDIR"],
    ["/d/f", "/d", "ENOTEMPTY"],
    ["/e", "/d/f", "ENOTDIR"],
    ["/e", "/d", "ENOTEMPTY"],
    ["/absent", "/x", "ENOENT"],
    ["/d/f", "/absent/f", "ENOENT"],
  ])("refuses to move %s to %s with %s", (from, to, code) => {
    const files = scratchFiles();
    files.makeDirectory("/d");
    files.makeDirectory("/e");
    files.write("/d/f", bytes("x"));
    files.write("/f", bytes("x"));
    expect(refusal(() => files.move(from, to))).toBe(code);
  });

  it("undoes all of several changes when one is refused", () => {
    const files = scratchFiles({ maxNodeCount: 2 });
    const work = (): void => {
      for (const path of ["/a", "/b", "/c"]) files.makeDirectory(path);
    };
    expect(refusal(() => files.atomically(work))).toBe("maxNodeCount");
    expect(files.list("/")).toStrictEqual([]);
  });

  it("removes no directory that holds something unless told to, and never the root", () => {
    const files = scratchFiles();
    files.makeDirectory("/d");
    files.write("/d/f", bytes("x"));
    expect(refusal(() => files.remove("/d"))).toBe("ENOTEMPTY");
    expect(refusal(() => files.remove("/", { recursive: true }))).toBe("EBUSY");
    files.remove("/d/", { recursive: true });
    expect(files.usage()).toStrictEqual({ bytes: 0, files: 0, directories: 0 });
  });

  it("gives every change a later time than the one before, by a clock that stands", () => {
    const files = scratchFiles();
    files.write("/a", bytes(""));
    files.write("/b", bytes(""));
    expect(files.stat("/b").modified).toBeGreaterThan(files.stat("/a").modified);
    expect(files.stat("/").modified).toBe(files.stat("/b").modified);
  });

  it("keeps modes and times that are set", () => {
    const files = scratchFiles();
    files.makeDirectory("/d");
    files.write("/d/f", bytes("x"), 0o600);
    files.setMode("/d", 0o700);
    files.setModified("/d/f", 5);
    expect(files.stat("/d/f")).toMatchObject({ mode: 0o600, modified: 5 });
    files.write("/d/f", bytes("y"), 0o777);
    expect(files.stat("/d/f").mode).toBe(0o600);
    expect(files.stat("/d").mode).toBe(0o700);
  });
});

describe("MemoryFiles: open files", () => {
  it("writes piece by piece from its own position", () => {
    const files = scratchFiles();
    const file = files.open("/f", { write: true, create: true });
    file.write(bytes("abc"));
    file.write(bytes("def"));
    const other = files.open("/f", { write: true });
    other.write(bytes("X"));
    file.write(bytes("g"));
    expect(textAt(files, "/f")).toBe("Xbcdefg");
    files.open("/f", { write: true, truncate: true }).close();
    file.write(bytes("h"));
    expect(textAt(files, "/f")).toBe("\0\0\0\0\0\0\0h");
  });

  it("appends to the end that is there at that moment, and a reader sees it", () => {
    const files = scratchFiles();
    files.write("/f", bytes("1"));
    const reader = files.open("/f", { read: true });
    const first = files.open("/f", { write: true, append: true });
    const second = files.open("/f", { write: true, append: true });
    first.write(bytes("2"));
    second.write(bytes("3"));
    first.write(bytes("4"));
    expect(reader.read(2)).toStrictEqual(bytes("12"));
    expect(reader.read()).toStrictEqual(bytes("34"));
    expect(reader.read()).toBeUndefined();
  });

  it("never changes what a snapshot saw of a file that grows", () => {
    const files = scratchFiles();
    const append = (text: string): void => {
      files.open("/f", { write: true, append: true, create: true }).write(bytes(text));
    };
    append("abc");
    const short = files.tree();
    append("d");
    const long = files.tree();
    files.restore(short);
    append("e");
    expect(textAt(files, "/f")).toBe("abce");
    files.restore(long);
    expect(textAt(files, "/f")).toBe("abcd");
  });

  it("follows its file when that is moved, and keeps it when it is removed", () => {
    const files = scratchFiles();
    files.makeDirectory("/d");
    const file = files.open("/d/f", { read: true, write: true, create: true });
    file.write(bytes("one"));
    files.move("/d", "/e");
    file.write(bytes("two"));
    expect(textAt(files, "/e/f")).toBe("onetwo");
    const reader = files.open("/e/f", { read: true });
    files.remove("/e", { recursive: true });
    files.makeDirectory("/e");
    files.write("/e/f", bytes("another"));
    file.write(bytes("lost"));
    expect(reader.read()).toStrictEqual(bytes("onetwo"));
    expect(textAt(files, "/e/f")).toBe("another");
  });

  it("leaves what was written before a piece that is refused", () => {
    const files = scratchFiles({ maxFileSize: 4 });
    const file = files.open("/f", { write: true, create: true });
    file.write(bytes("123"));
    expect(refusal(() => file.write(bytes("45")))).toBe("maxFileSize");
    expect(textAt(files, "/f")).toBe("123");
  });

  it.each([
    [{ write: true }, "/absent", "ENOENT"],
    [{ write: true, create: true }, "/d", "EISDIR"],
    [{ write: true, create: true, exclusive: true }, "/d/f", "EEXIST"],
    [{ write: true, create: true }, "/dev/new", "EPERM"],
    [{ read: true }, "/dev/stdin", "ENXIO"],
  ])("refuses to open %j %s with %s", (how, path, code) => {
    const files = scratchFiles();
    files.makeDirectory("/d");
    files.write("/d/f", bytes(""));
    expect(refusal(() => files.open(path, how))).toBe(code);
  });
});

describe("MemoryFiles: devices", () => {
  it("are in no listing, no total and no snapshot, and nothing there can be changed", () => {
    const files = scratchFiles();
    expect(files.list("/")).toStrictEqual([]);
    expect(files.list("/dev").map(({ name }) => name)).toContain("null");
    expect(files.stat("/dev/null").kind).toBe("device");
    expect(files.stat("/dev/fd/3").descriptor).toBe(3);
    expect(refusal(() => files.remove("/dev", { recursive: true }))).toBe("EPERM");
    expect(refusal(() => files.remove("/dev/null"))).toBe("EPERM");
    expect(refusal(() => files.makeDirectory("/dev"))).toBe("EEXIST");
    expect(refusal(() => files.move("/dev/null", "/x"))).toBe("EPERM");
    expect(files.usage()).toStrictEqual({ bytes: 0, files: 0, directories: 0 });
  });

  it("swallow, fill, and refuse", () => {
    const files = scratchFiles();
    files.write("/dev/null", bytes("x"));
    expect(files.open("/dev/null", { read: true }).read()).toBeUndefined();
    expect(files.open("/dev/zero", { read: true }).read(3)).toStrictEqual(new Uint8Array(3));
    expect(files.open("/dev/urandom", { read: true }).read(8)).toHaveLength(8);
    expect(refusal(() => files.write("/dev/full", bytes("x")))).toBe("ENOSPC");
    expect(refusal(() => files.open("/dev/tty", { read: true }))).toBe("ENXIO");
  });
});
