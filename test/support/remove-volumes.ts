import { execFileSync, spawnSync } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";

import { removeContainers } from "./remove-containers.ts";

const TRIES = 100;

/**
 * Removes the volumes that a filter of `docker volume ls` names, and the containers that have them: those
 * of a run that was killed too. A container that has just gone still holds its volumes for a moment: the
 * daemon takes it from its list first.
 */
export async function removeVolumes(filter: string): Promise<void> {
  const list = ["volume", "ls", "--quiet", "--filter", filter];
  for (let tries = 1; ; tries++) {
    const left = execFileSync("docker", list, { encoding: "utf8" }).split("\n").filter(Boolean);
    if (left.length === 0) return;
    for (const volume of left) await removeContainers(`volume=${volume}`);
    const { stderr } = spawnSync("docker", ["volume", "rm", ...left], { encoding: "utf8" });
    if (tries === TRIES) throw new Error(`Cannot remove ${left.join(" ")}: ${stderr}`);
    if (stderr !== "") await sleep(100);
  }
}
