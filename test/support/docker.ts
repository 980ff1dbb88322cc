import { execFile } from "node:child_process";

export interface Finished {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

interface DockerCall {
  readonly input?: string;
  /** In milliseconds; a call that takes longer is killed and fails. */
  readonly timeout?: number;
}

/** Runs the `docker` client and resolves with what it said, whatever its status. */
export async function tryDocker(
  args: readonly string[],
  { input, timeout = 120_000 }: DockerCall = {},
): Promise<Finished> {
  return await new Promise((resolve, reject) => {
    const child = execFile("docker", args, { timeout }, (error, stdout, stderr) => {
      const status = child.exitCode;
      if (status === null) {
        reject(new Error(`docker ${args.join(" ")} did not end: ${stderr}`, { cause: error }));
      } else {
        resolve({ status, stdout, stderr });
      }
    });
    child.stdin?.end(input);
  });
}

/** Runs the `docker` client; resolves with its trimmed output, rejects when it fails. */
export async function docker(args: readonly string[], call: DockerCall = {}): Promise<string> {
  const { status, stdout, stderr } = await tryDocker(args, call);
  if (status !== 0) throw new Error(`docker ${args.join(" ")}: ${stderr}`);
  return stdout.trim();
}

/** What a test file makes carries this label, by which an earlier crashed run's is found too. */
export function testLabel(owner: string): string {
  return `agent-sandbox.test=${owner}`;
}

/** Removes every container, then every network and volume, that carries the label. */
export async function removeLabelled(label: string): Promise<void> {
  const lists = [
    { list: ["ps", "--all", "--quiet"], remove: ["rm", "--force", "--volumes"] },
    { list: ["network", "ls", "--quiet"], remove: ["network", "rm"] },
    { list: ["volume", "ls", "--quiet"], remove: ["volume", "rm"] },
  ];
  for (const { list, remove } of lists) {
    const ids = (await docker([...list, "--filter", `label=${label}`])).split("\n").filter(Boolean);
    if (ids.length > 0) await docker([...remove, ...ids]);
  }
}
