import { cp, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

export const REPOSITORY = join(import.meta.dirname, "..", "..");

const CONFIGURATION = [
  ".dependency-cruiser.js",
  "eslint.config.js",
  "package.json",
  "tsconfig.base.json",
  "tsconfig.tests.json",
];

/** A copy of the sources where files can be planted. */
export interface TreeCopy extends AsyncDisposable {
  readonly root: string;
  plant(file: string, text: string): Promise<void>;
}

export async function copyTree(): Promise<TreeCopy> {
  const root = await mkdtemp(join(tmpdir(), "agent-sandbox-tree-"));
  await Promise.all(
    [...CONFIGURATION, "packages", "scripts"].map(async (path) =>
      cp(join(REPOSITORY, path), join(root, path), { recursive: true, filter: isWanted }),
    ),
  );
  await linkDependencies(root);
  return {
    root,
    plant: async (file, text) => {
      await mkdir(dirname(join(root, file)), { recursive: true });
      await writeFile(join(root, file), text);
    },
    [Symbol.asyncDispose]: async () => rm(root, { recursive: true, force: true }),
  };
}

function isWanted(path: string): boolean {
  return (
    !/\/(node_modules|bundle|test)$|\.tsbuildinfo$/.test(path) || path.endsWith("scripts/bundle")
  );
}

/** Third-party packages are the repository's; the workspace's own are the copies. */
async function linkDependencies(root: string): Promise<void> {
  const modules = join(root, "node_modules");
  await mkdir(join(modules, "@agent-sandbox"), { recursive: true });
  const names = await readdir(join(REPOSITORY, "node_modules"));
  await Promise.all(
    names
      .filter((name) => name !== "agent-sandbox" && name !== "@agent-sandbox")
      .map(async (name) => symlink(join(REPOSITORY, "node_modules", name), join(modules, name))),
  );
  for (const name of await readdir(join(root, "packages"))) {
    const link = name === "cli" ? "agent-sandbox" : join("@agent-sandbox", name);
    await symlink(join(root, "packages", name), join(modules, link));
  }
}
