import { execFileSync, spawnSync } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";

const TRIES = 100;

/**
 * Removes the containers that a filter of `docker ps` names. One that ends by itself just then is
 * being removed already, which Docker calls a failure: what counts is that none is left.
 */
export async function removeContainers(filter: string): Promise<void> {
  const list = ["ps", "--all", "--quiet", "--filter", filter];
  for (let tries = 1; ; tries++) {
    const left = execFileSync("docker", list, { encoding: "utf8" }).split("\n").filter(Boolean);
    if (left.length === 0) return;
    const { stderr } = spawnSync("docker", ["rm", "--force", ...left], { encoding: "utf8" });
    if (tries === TRIES) throw new Error(`Cannot remove ${left.join(" ")}: ${stderr}`);
    if (stderr !== "") await sleep(100);
  }
}
