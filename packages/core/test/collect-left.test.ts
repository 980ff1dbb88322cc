import { spawnSync } from "node:child_process";
import {
  chownSync,
  lutimesSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { rmdir } from "node:fs/promises";
import { createServer } from "node:net";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, it } from "@jest/globals";

import { collectLeft } from "../src/collect-left.ts";

const FOLDERS = {
  ...{ prefix: "agent-sandbox-egress-", socket: "egress.sock" },
  remove: (path: string) => rmdir(path),
};

const AN_HOUR_AGO = Date.now() / 1000 - 3600;

function makeScratch() {
  const path = mkdtempSync(join(tmpdir(), "collect-left-"));
  return {
    /** A folder as a process has it, `agent-sandbox-egress-NAME`. */
    folder(name: string, age = AN_HOUR_AGO): string {
      const made = join(path, `agent-sandbox-egress-${name}`);
      mkdirSync(made, { mode: 0o700 });
      utimesSync(made, age, age);
      return made;
    },
    path,
    names: () => readdirSync(path).map((name) => name.replace("agent-sandbox-egress-", "")),
    [Symbol.dispose]: () => {
      rmSync(path, { recursive: true });
    },
  };
}

/** A socket whose listener was killed. */
function leaveSocket(folder: string): void {
  const listen = `require("node:net").createServer().listen("egress.sock", () => process.kill(process.pid, "SIGKILL"))`;
  spawnSync(process.execPath, ["-e", listen], { cwd: folder });
  expect(readdirSync(folder)).toEqual(["egress.sock"]);
}

it("takes away the folders of processes that were killed, at whatever point", async () => {
  using scratch = makeScratch();
  leaveSocket(scratch.folder("killed"));
  scratch.folder("killed-before-it-listened");
  scratch.folder("new", Date.now() / 1000);
  await collectLeft(scratch.path, FOLDERS);
  expect(scratch.names()).toEqual(["new"]);
});

it("leaves be whose process listens, even where that answers nobody", async () => {
  using scratch = makeScratch();
  const folder = scratch.folder("living");
  const server = createServer().listen(join(folder, "egress.sock"));
  await once(server, "listening");
  server.maxConnections = 0;
  await collectLeft(scratch.path, FOLDERS);
  expect(readdirSync(folder)).toEqual(["egress.sock"]);
  server.close();
});

it("follows no link, and removes nothing that somebody else has put there", async () => {
  using scratch = makeScratch();
  mkdirSync(join(scratch.path, "other"));
  leaveSocket(join(scratch.path, "other"));
  const link = join(scratch.path, "agent-sandbox-egress-link");
  symlinkSync("other", link);
  lutimesSync(link, AN_HOUR_AGO, AN_HOUR_AGO);
  const full = scratch.folder("full");
  leaveSocket(full);
  writeFileSync(join(full, "file"), "");
  const inside = scratch.folder("inside");
  symlinkSync("../other/egress.sock", join(inside, "egress.sock"));
  await collectLeft(scratch.path, FOLDERS);
  expect(scratch.names().sort()).toEqual(["full", "link", "other"]);
  expect(readdirSync(full)).toEqual(["file"]);
  expect(readdirSync(join(scratch.path, "other"))).toEqual(["egress.sock"]);
});

it("leaves be what is another user's", async () => {
  using scratch = makeScratch();
  const folder = scratch.folder("foreign");
  leaveSocket(folder);
  chownSync(folder, 1000, 1000);
  await collectLeft(scratch.path, FOLDERS);
  expect(readdirSync(folder)).toEqual(["egress.sock"]);
});

it("is no failure where the directory is not there", async () => {
  await expect(collectLeft("/nowhere", FOLDERS)).resolves.toBeUndefined();
});
