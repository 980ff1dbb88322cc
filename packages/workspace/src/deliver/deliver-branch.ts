import { SandboxError, type GitSession } from "@agent-sandbox/core";

import { branchIdentity } from "../branch/branch-identity.ts";
import { noSuchBranch } from "../review/compared.ts";
import { HEADS, readRefs } from "../shelf/host-repository.ts";
import { openShelf } from "../shelf/open-shelf.ts";
import type { ShelfSettings } from "../shelf/settings.ts";
import { withCourier } from "./courier.ts";
import { pushRef, type Pushed } from "./push-ref.ts";

export interface DeliverRequest {
  readonly name: string;
  /** Only as `refs/sandbox/NAME`, which no branch of the host's is. */
  readonly aside: boolean;
}

/** Where a branch is on the host now. */
export interface Delivery {
  readonly name: string;
  /** `refs/heads/NAME`, or `refs/sandbox/NAME` where that one could not go forward. */
  readonly ref: string;
  readonly commit: string;
  /** Whether the host has something that it did not have. */
  readonly changed: boolean;
  /** Why it is not in `refs/heads/NAME`, in git's words. */
  readonly refused: string | undefined;
}

/**
 * Brings a branch's commits to the host, through the gate as every push: as the host's own branch of
 * that name when that only goes forward and is not checked out there, and else beside it. Fails with
 * GIT_FAILED where the gate takes neither.
 */
export async function deliverBranch(
  session: GitSession,
  settings: ShelfSettings,
  { name, aside }: DeliverRequest,
): Promise<Delivery> {
  const branch = branchIdentity(name);
  const shelf = await openShelf(session, settings);
  const refs = await readRefs(shelf.git, ["refs/heads"]);
  const source = HEADS + name;
  const commit = refs.get(source);
  if (commit === undefined) throw noSuchBranch(name, refs, "fetch");
  return await withCourier(shelf, branch, async () => {
    const own = aside ? undefined : await pushRef(shelf, branch, `${source}:${source}`);
    const told = { name, commit };
    if (own?.isTaken === true)
      return { ...told, ref: source, changed: own.isNew, refused: undefined };
    const ref = `refs/sandbox/${name}`;
    const pushed = await pushRef(shelf, branch, `+${source}:${ref}`);
    if (!pushed.isTaken) throw notTaken(name, pushed);
    return { ...told, ref, changed: pushed.isNew, refused: own?.said };
  });
}

function notTaken(name: string, { said }: Pushed): SandboxError {
  return new SandboxError("GIT_FAILED", `Cannot bring "${name}" to the host: it was refused`, {
    detail: said,
    hint: "Read above what the host's git or its hooks say",
  });
}
