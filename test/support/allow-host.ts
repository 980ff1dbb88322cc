import { type Finished, tryDocker } from "./docker.ts";
import { until } from "./sandbox-image.ts";

const ALLOW_HOST = "/usr/local/lib/agent-sandbox/allow-host";

/** Opens a name in a running sandbox as the command line does, for so many seconds (0: to its end). */
export async function allowHost(
  id: string,
  ...[name, seconds, ...denied]: readonly [string, number, ...string[]]
): Promise<Finished> {
  const words = [name, seconds.toString(), ...denied];
  return await tryDocker(["exec", "--user", "root", id, ALLOW_HOST, ...words]);
}

/** Resolves once nothing is open in it that closes again. */
export async function untilClosed(id: string): Promise<void> {
  await until(async () => {
    const list = ["exec", "--user", "root", id, "cat", "/run/agent-sandbox/opened/list"];
    const { status, stdout } = await tryDocker(list);
    if (status !== 0) return false;
    const lines = stdout.split("\n").slice(1);
    return lines.every((line) => line === "" || line.split(" ")[2] === "0");
  });
}
