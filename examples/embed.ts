import { openVirtual } from "@agent-sandbox/engine-virtual";

const sandbox = openVirtual();
const { stdout, exitCode } = await sandbox.execute("mkdir -p a/b && echo hi > a/b/c && cat a/b/c");
const before = sandbox.createSnapshot();
await sandbox.execute("rm -r a");
sandbox.restoreSnapshot(before);

const after = sandbox.executeSync("cat a/b/c");
console.log(JSON.stringify([exitCode, stdout, after.stdout]));
