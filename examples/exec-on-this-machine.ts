// A command under a policy on this machine itself: node examples/exec-on-this-machine.ts COMMAND…
// It may read what lies in the current directory and write in its folder "out" alone, and has no network.
import { open } from "agent-sandbox";

const [program = "ls", ...words] = process.argv.slice(2);

await using sandbox = await open(
  {
    filesystem: { ro: ["."], rw: ["out"] },
    network: false,
    commands: { rm: false },
  },
  { engine: "bwrap" },
);

const { exitCode, stdout, stderr, duration } = await sandbox.exec([program, ...words], {
  environment: { CI: "1" },
  timeout: 60_000,
});
process.stdout.write(stdout);
process.stderr.write(stderr);
console.error(`status ${exitCode.toString()} after ${duration.toFixed(0)} ms`);
process.exitCode = exitCode;
