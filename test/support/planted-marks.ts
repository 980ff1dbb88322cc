import { createHash } from "node:crypto";
import { chmodSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { BranchWorkspace } from "./branch-workspace.ts";
import { docker } from "./docker.ts";
import { TEST_IMAGE } from "./sandbox-image.ts";

/** Commands that leave a mark wherever they run: in a session, in a gate or on the host. */
export interface PlantedMarks extends Disposable {
  /** A shell command that leaves the mark of that name, and then does what `cat` does. */
  readonly command: (name: string) => string;
  /** The marks that somebody left. */
  readonly found: () => Promise<readonly string[]>;
}

const PREFIX = "ran-";

export function plantMarks({ path, inside }: BranchWorkspace): PlantedMarks {
  const outside = mkdtempSync(join(tmpdir(), "agent-sandbox-test-"));
  chmodSync(outside, 0o777);
  const hash = createHash("md5").update(path).digest("hex");
  const volumes = [`agent-sbx-repo-${hash}`, `agent-sbx-gate-${hash}`];
  const places = ["/repo-shelf", "/gate", inside, outside];
  return {
    command: (name) => `touch ${places.map((place) => `${place}/${PREFIX}${name}`).join(" ")}; cat`,
    async found() {
      const mounts = volumes.map((name) => `type=volume,src=${name},dst=/all/${name}`);
      const inVolumes = await docker([
        ...["run", "--rm", "--network", "none", ...mounts.flatMap((mount) => ["--mount", mount])],
        ...["--entrypoint", "find", TEST_IMAGE, "/all", "-maxdepth", "2", "-name", `${PREFIX}*`],
      ]);
      const onHost = [path, outside].flatMap((directory) =>
        readdirSync(directory).filter((name) => name.startsWith(PREFIX)),
      );
      return [...inVolumes.split("\n").filter(Boolean), ...onHost];
    },
    [Symbol.dispose]: () => {
      rmSync(outside, { recursive: true });
    },
  };
}
