import { type Files, openVirtual } from "../../src/index.ts";
import { exportTree } from "../../src/files/export-tree.ts";
import { ENVIRONMENT, type Outcome } from "./bash-batch.ts";

const decoder = new TextDecoder();

/** What a fresh sandbox answers to a script that runs in `cwd`. */
export function askVirtualAt(cwd: string, script: string): Outcome {
  let files: Files | undefined;
  using sandbox = openVirtual({
    workingDirectory: cwd,
    environment: ENVIRONMENT,
    commandTimeout: 10_000,
    extensions: [
      {
        name: "take-files",
        description: "Hands the files over to the test",
        execute: (_, { fileSystem }) => {
          files = fileSystem;
        },
      },
    ],
  });
  sandbox.executeSync("take-files");
  const { exitCode, stderr, stdout } = sandbox.executeSync(script);
  return { stdout, stderr, status: exitCode, tree: treeOf(files, cwd) };
}

function treeOf(files: Files | undefined, cwd: string): Outcome["tree"] {
  if (files === undefined) throw new TypeError("no command of this sandbox has run");
  const found: Record<string, string> = {};
  for (const entry of exportTree(files, cwd)) {
    const name = entry.path.slice(cwd.length + 1);
    if (entry.kind === "directory") found[`${name}/`] = "";
    else if (entry.kind === "link") found[name] = `-> ${entry.target}`;
    else found[name] = decoder.decode(entry.content);
  }
  return found;
}
