// Run by the crash test: holds and releases placeholders until it is killed.
import { join } from "node:path";
import { createPlaceholders } from "../../dist/placeholders/create-placeholders.js";

const [workspacePath = "", stateDir = "", uid = "0", gid = "0"] = process.argv.slice(2);
const names = Array.from({ length: 40 }, (_, index) => `held-${index}`);
const paths = [...names, ...names.map((name) => `${name}/below`)];
const placeholders = createPlaceholders(stateDir);

process.stdout.write("ready\n");
for (;;) {
  await placeholders.hold({
    workspaceHash: "h",
    workspacePath,
    user: { uid: Number(uid), gid: Number(gid) },
    placeholders: paths.map((path) => ({
      path: join(workspacePath, path),
      kind: path.endsWith("below") ? "file" : "directory",
      content: path.endsWith("below") ? "held\n" : "",
    })),
  });
  await placeholders.release("h");
}
