import { commandFailure } from "../git/command-failure.ts";
import { HEADS } from "../shelf/host-repository.ts";
import type { OpenShelf } from "../shelf/open-shelf.ts";
import { isWanted, withErrors, type Batch, type Wanted } from "./wanted.ts";

/** Makes the refs of branches that are new to the shelf; none that exists is ever moved. */
export async function createRefs(shelf: OpenShelf, batch: Batch<Wanted>): Promise<Batch<Wanted>> {
  const fresh = batch.filter(isWanted).filter(({ start }) => start !== undefined);
  if (fresh.length === 0 || (await create(shelf, fresh)).status === 0) return batch;
  // One transaction is all or nothing: one by one tells whose fault it was.
  const errors = new Map();
  for (const wanted of fresh) {
    const answer = await create(shelf, [wanted]);
    if (answer.status !== 0) errors.set(wanted.key, commandFailure("git update-ref", answer));
  }
  return withErrors(batch, errors);
}

function create({ git }: OpenShelf, wanted: readonly Wanted[]): ReturnType<typeof git.ask> {
  const commands = wanted.map(({ name, start = "" }) => `create ${HEADS}${name}\0${start}\0`);
  return git.ask(["update-ref", "--stdin", "-z"], { input: commands.join("") });
}
