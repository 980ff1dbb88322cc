import { execFileSync } from "node:child_process";
import { copyFile, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type Docker from "dockerode";
import { pack } from "tar-fs";
import { importImage } from "../../src/image/import-image.ts";

export const TEST_LABEL = "agent-sandbox.test";

/** A directory of its own, gone with its disposal. */
export async function scratchDirectory(): Promise<AsyncDisposable & { readonly path: string }> {
  const path = await mkdtemp(join(tmpdir(), "engine-docker-test-"));
  // A process that nobody waits for any more may still write there.
  const removal = { recursive: true, force: true, maxRetries: 20, retryDelay: 100 };
  return { path, [Symbol.asyncDispose]: () => rm(path, removal) };
}

/** A build context with these files. */
export async function contextOf(
  files: Readonly<Record<string, string>>,
): Promise<AsyncDisposable & { readonly path: string }> {
  const directory = await scratchDirectory();
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(directory.path, name)), { recursive: true });
    await writeFile(join(directory.path, name), content);
  }
  return directory;
}

/** An image of 2 MB, without any network: this machine's own sh, sleep and cat and their libraries. */
export async function tinyImage(docker: Docker, name: string): Promise<string> {
  await using root = await scratchDirectory();
  for (const file of programFiles(["/bin/sh", "/bin/sleep", "/bin/cat"])) {
    const target = join(root.path, file);
    await mkdir(dirname(target), { recursive: true });
    await copyFile(file, target);
  }
  const signal = new AbortController().signal;
  const changes = ["ENV PATH=/bin", `LABEL ${TEST_LABEL}=${name}`];
  const id = await importImage(docker, pack(root.path), { changes, signal });
  const [repo, tag] = name.split(":");
  await docker.getImage(id).tag({ repo: repo ?? "", tag: tag ?? "" });
  return id;
}

function programFiles(programs: readonly string[]): ReadonlySet<string> {
  const libraries = programs.flatMap((program) =>
    [...execFileSync("ldd", [program], { encoding: "utf8" }).matchAll(/(\/\S+)(?= \()/g)].map(
      ([path]) => path,
    ),
  );
  return new Set([...programs, ...libraries]);
}

/** Removes an image's name, and what builds left over under this name as the test label's value. */
export async function removeImage(docker: Docker, name: string): Promise<void> {
  await docker
    .getImage(name)
    .remove({ force: true })
    .catch(() => undefined);
  await docker.pruneImages({ filters: { dangling: ["true"], label: [`${TEST_LABEL}=${name}`] } });
}
