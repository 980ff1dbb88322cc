import type { VolumeFacts } from "@agent-sandbox/engine-docker";

import { quote } from "../quote.ts";
import { type Finding, ok, warning } from "./finding.ts";

export interface OwnedVolumes {
  readonly uid: number;
  readonly gid: number;
  /** The image whose tools put things right. */
  readonly image: string;
  readonly volumes: readonly VolumeFacts[];
}

/** Permissions of the group and of everybody (chmod(1)). */
const OTHERS = 0o077;
const OTHERS_WRITE = 0o022;

/** The first volume whose owner or modes keep the sandbox's user out, or let others in. */
export function judgeVolumes({ volumes, ...owner }: OwnedVolumes): Finding {
  for (const volume of volumes) {
    const found = judgeVolume(volume, owner);
    if (found !== undefined) return found;
  }
  return volumes.length === 0
    ? ok("there are none yet")
    : ok(`${volumes.length.toString()} belong to uid ${owner.uid.toString()}`);
}

type Owner = Omit<OwnedVolumes, "volumes">;

function judgeVolume(volume: VolumeFacts, owner: Owner): Finding | undefined {
  const { name, uid, mode, hasForeign, secrets } = volume;
  // Of a volume that no sandbox has had yet, root is the owner until the first one starts.
  if (hasForeign && uid === owner.uid) {
    const own = `${owner.uid.toString()}:${owner.gid.toString()}`;
    return warning(
      `"${name}" holds files that are not uid ${owner.uid.toString()}'s`,
      `Give them to it: ${inVolume(volume, owner, { command: ["chown", "--recursive", own] })}`,
    );
  }
  if ((mode & OTHERS_WRITE) !== 0) {
    return warning(
      `"${name}" may be written by others than its owner`,
      `Take that away: ${inVolume(volume, owner, { command: ["chmod", "go-w"] })}`,
    );
  }
  const open = secrets.find((secret) => (secret.mode & OTHERS) !== 0);
  return (
    open &&
    warning(
      `"${open.name}" in "${name}" may be read by others than its owner`,
      `Take that away: ${inVolume(volume, owner, { command: ["chmod", "600"], file: `/${open.name}` })}`,
    )
  );
}

interface Repair {
  readonly command: readonly [string, ...string[]];
  /** What it is done to; the volume's top without it. */
  readonly file?: string;
}

function inVolume(
  { name }: VolumeFacts,
  { image }: Owner,
  { command: [program, ...args], file = "" }: Repair,
): string {
  const how = ["--rm", "--user", "root", "--network", "none", "--volume", `${name}:/volume`];
  return quote([
    "docker",
    "run",
    ...how,
    "--entrypoint",
    program,
    image,
    ...args,
    `/volume${file}`,
  ]);
}
