import { symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "@jest/globals";
import { loadProjectLayer } from "../../src/config/load-layers.ts";
import { digestOf, fileDigest } from "../../src/trust/file-digest.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

it("is that of the text which the layer was read from", async () => {
  await using directory = await temporaryDirectory();
  const file = join(directory.path, ".agent-sandbox.json");
  await writeFile(file, '{ "docker": true }');
  const layer = await loadProjectLayer({ workspace: directory.path });
  expect(fileDigest(file)).toBe(digestOf(layer?.text ?? ""));
  expect(fileDigest(file)).toMatch(/^[0-9a-f]{64}$/);
  await writeFile(file, '{ "docker": true  }');
  expect(fileDigest(file)).not.toBe(digestOf(layer?.text ?? ""));
});

it("is none of a link, and of what is not there", async () => {
  await using directory = await temporaryDirectory();
  const link = join(directory.path, "link.json");
  expect(fileDigest(link)).toBeUndefined();
  await symlink("/etc/hostname", link);
  expect(fileDigest(link)).toBeUndefined();
});
