import { hash } from "node:crypto";

import { describe, expect, it } from "@jest/globals";

import {
  openVirtual,
  snapshotFromBytes,
  snapshotToBytes,
  type VirtualOptions,
} from "../../src/index.ts";

const MAKE = `
mkdir -p d/e; echo one > d/a; cp d/a d/e/same; printf '\\377\\001' > d/bytes; : > empty
ln -s ../a d/e/link; ln -s nowhere broken; ln d/bytes d/e/linked; chmod 750 d/a; touch -d 2020-01-02T03:04:05Z d/a
x='two words'; export E=v; declare -i n=3; declare -u up=loud; declare -r fixed=1
declare -a list=(1 2 [7]=x); declare -A map=([b]=2 [a]=1); unset 'list[0]'; raw=$'\\xff'
greet() { echo "hi $1 from $E"; }
set -u; shopt -s nullglob; umask 027; set -- p q; trap 'echo bye' EXIT; cd d
shopt -s expand_aliases; alias hi='echo hi there'; pushd e > /dev/null; RANDOM=42; export -f greet
: last; false
`;

const LOOK = `
echo "status $? $_ at $PWD, $# $1 $2, umask $(umask)"; trap -p; trap - EXIT
ls -lnR --time-style=full-iso /; cat a e/link; od -c bytes 2> /dev/null || cat bytes
declare -p x E n up fixed list map; printf %s "$raw" | wc -c; echo more >> e/linked; stat -c %h bytes; wc -c bytes; greet you; echo *.none; echo $-
hi; dirs -p; echo $RANDOM; bash -c 'greet inner'; popd; pwd
n=n+4; up=more; echo $n $up; (fixed=2) 2>&1
`;

/** What was saved, loaded in a sandbox of its own. */
function loaded(bytes: Uint8Array, options: VirtualOptions = {}) {
  const sandbox = openVirtual(options);
  sandbox.restoreSnapshot(snapshotFromBytes(bytes));
  return sandbox;
}

function saved(script: string, options: VirtualOptions = {}): Uint8Array {
  using sandbox = openVirtual(options);
  sandbox.executeSync(script);
  return snapshotToBytes(sandbox.createSnapshot());
}

/** The parts of the format, for whoever writes one by hand. */
function manifestOf(bytes: Uint8Array): { tree: { entries: unknown[] }; contents: unknown[] } {
  const view = Buffer.from(bytes);
  return JSON.parse(view.subarray(48, 48 + view.readUInt32LE(12)).toString()) as never;
}

function withManifest(bytes: Uint8Array, change: (manifest: never) => unknown): Uint8Array {
  const view = Buffer.from(bytes);
  const changed = Buffer.from(JSON.stringify(change(manifestOf(bytes) as never)));
  const header = Buffer.from(view.subarray(0, 48));
  header.writeUInt32LE(changed.length, 12);
  header.set(hash("sha256", changed, "buffer"), 16);
  return Buffer.concat([header, changed, view.subarray(48 + view.readUInt32LE(12))]);
}

const refusal = (bytes: Uint8Array) => {
  try {
    snapshotFromBytes(bytes);
  } catch (error) {
    return (error as Error & { code: string }).code === "SNAPSHOT_INVALID"
      ? (error as Error).message
      : error;
  }
  return "loaded";
};

describe("a snapshot as bytes", () => {
  it("is all that the sandbox was: files, directory, variables, functions and options", () => {
    using first = openVirtual();
    first.executeSync(MAKE);
    using second = loaded(snapshotToBytes(first.createSnapshot()));
    const expected = first.executeSync(LOOK);
    expect(expected.stdout).toContain("hi you from v");
    const { stdout, stderr } = second.executeSync(LOOK);
    expect({ stdout, stderr }).toEqual({ stdout: expected.stdout, stderr: expected.stderr });
    expect(second.getStats().bytes).toBe(first.getStats().bytes);
    expect(second.getStats().files).toBe(first.getStats().files);
  });

  it("has its time, and loads as often as wanted", () => {
    using sandbox = openVirtual();
    sandbox.executeSync("echo kept > f");
    const snapshot = sandbox.createSnapshot();
    const bytes = snapshotToBytes(snapshot);
    expect(snapshotFromBytes(bytes).takenAt).toEqual(snapshot.takenAt);
    const again = snapshotToBytes(snapshotFromBytes(bytes));
    expect(Buffer.from(again).equals(bytes)).toBe(true);
  });

  it("keeps what goes on after it out of it", () => {
    using sandbox = openVirtual();
    sandbox.executeSync("echo old > f");
    const snapshot = sandbox.createSnapshot();
    sandbox.executeSync("echo newer > f; echo x > g");
    using second = loaded(snapshotToBytes(snapshot));
    expect(second.executeSync("cat f; ls").stdout).toBe("old\nf\ntmp\n");
  });

  it("has each content once", () => {
    const bytes = saved("head -c 100000 /dev/zero > a; cp a b; cat a > c; cat a a > d");
    expect(manifestOf(bytes).contents.map((one) => (one as [string, number])[1])).toEqual([
      100_000, 200_000,
    ]);
    expect(bytes.length).toBeLessThan(310_000);
  });

  it("goes by the limits of the sandbox that it is restored in", () => {
    const bytes = saved("mkdir -p a/b/c; echo 1234567890 > f; touch 1 2 3");
    const message = (options: VirtualOptions) => {
      expect(() => loaded(bytes, options)).toThrow("exceeded");
      return "refused";
    };
    expect(message({ maxFileSize: 5 })).toBe("refused");
    expect(message({ maxTotalSize: 5 })).toBe("refused");
    expect(message({ maxNodeCount: 5 })).toBe("refused");
    expect(message({ maxDepth: 2 })).toBe("refused");
  });
});

describe("bytes that are no snapshot", () => {
  const bytes = saved("echo content > f; mkdir d; echo more > d/g; f() { :; }");

  it("are refused wherever they are cut off", () => {
    for (let length = 0; length < bytes.length; length += 1) {
      expect(refusal(bytes.subarray(0, length))).toBe("Cannot load the snapshot: it is cut off");
    }
    const longer = Buffer.concat([bytes, Buffer.from("x")]);
    expect(refusal(longer)).toContain("more in it than it should have");
  });

  it("are refused wherever one of them was changed", () => {
    for (let at = 0; at < bytes.length; at += 1) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(refusal(changed)).toMatch(
        /it is no snapshot|of version|cut off|not what its checksum says/,
      );
    }
  });

  it("are told from those of a later version", () => {
    const later = Buffer.from(bytes);
    later.writeUInt32LE(2, 8);
    expect(refusal(later)).toBe(
      "Cannot load the snapshot: it is of version 2 of the format, and this reads version 1",
    );
  });

  const entries =
    (...list: unknown[]) =>
    (manifest: { tree: object }) => ({
      ...manifest,
      tree: { ...manifest.tree, entries: list },
    });

  it.each([
    ["a name with a slash", entries(["l", 0, "../x", 0, "t"]), "no file of it can have the name"],
    ["a name of dots", entries(["d", 0, "..", 0, 0o755]), "no file of it can have the name"],
    ["a name twice", entries(["l", 0, "x", 0, "t"], ["l", 0, "x", 0, "t"]), "have the name"],
    ["a name too long", entries(["l", 0, "x".repeat(256), 0, "t"]), "have the name"],
    ["a name with a NUL", entries(["l", 0, "a\0", 0, "t"]), "have the name"],
    ["the machine's devices", entries(["d", 0, "dev", 0, 0o755]), "have the name"],
    ["a directory that is none", entries(["l", 5, "x", 0, "t"]), "its list of files"],
    ["a directory that comes later", entries(["l", 2, "x", 0, "t"], ["d", 0, "d", 0, 1]), "files"],
    ["a content that is not there", entries(["f", 0, "x", 0, 0o644, 99]), "its list of files"],
    ["a mode of no file", entries(["d", 0, "x", 0, 0o10000]), "its list of files"],
    ["no time", entries(["d", 0, "x", null, 0o755]), "its list of files"],
    ["another kind", entries(["socket", 0, "x", 0, 0o644]), "its list of files"],
    ["no entries", (manifest: object) => ({ ...manifest, tree: {} }), "its list of files"],
    ["sizes below nothing", (m: object) => ({ ...m, contents: [["", -1]] }), "list of contents"],
    ["sizes without end", (m: object) => ({ ...m, contents: [["", 1e300]] }), "list of contents"],
    ["no shell", (manifest: object) => ({ ...manifest, shell: undefined }), "its shell"],
    [
      "a function that runs something",
      (m: { shell: object }) => ({ ...m, shell: { ...m.shell, functions: [["f", "echo x"]] } }),
      'the function "f" cannot be read',
    ],
    [
      "an option that is none",
      (m: { shell: object }) => ({ ...m, shell: { ...m.shell, options: ["root"] } }),
      'the option "root"',
    ],
  ])("are refused with %s", (_, change, sentence) => {
    expect(refusal(withManifest(bytes, change as never))).toContain(sentence);
  });

  it("are bounded by their own length, however deep they are", () => {
    const deep = Array.from({ length: 50_000 }, (_, index) => ["d", index, "d", 0, 0o755]);
    const made = withManifest(bytes, entries(...deep));
    expect(() => loaded(made, { maxNodeCount: 100_000 })).toThrow("limit maxDepth");
  });
});
