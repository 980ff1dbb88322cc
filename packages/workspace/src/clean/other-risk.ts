import type { OpenShelf } from "../shelf/open-shelf.ts";
import { countCommits, notOnHost } from "../states/host-has.ts";
import { foreignFiles } from "./foreign-files.ts";

/** Not what has come from elsewhere, and not the branches. */
const KNOWN = /^refs\/(heads|remotes)\//;

const FORMAT = "--format=%(objectname) %(objecttype) %(*objecttype) %(refname)";

/** What a shelf has besides its branches that the host does not have, for people; undefined: nothing. */
export async function otherRisk(shelf: OpenShelf): Promise<string | undefined> {
  const files = await foreignFiles(shelf.session, shelf.places.root);
  return describeOthers([...(await refsAtRisk(shelf)), ...files]);
}

export function describeOthers(names: readonly string[]): string | undefined {
  return names.length === 0 ? undefined : `what is in ${names.join(", ")}`;
}

/** All worktrees share one stash, and an agent may make any ref. */
async function refsAtRisk(shelf: OpenShelf): Promise<readonly string[]> {
  const refs = (await shelf.git.run(["for-each-ref", FORMAT])).split("\n").flatMap((line) => {
    const [, object = "", type = "", target = "", name = ""] =
      /^(\S+) (\S+) (\S*) (.*)$/.exec(line) ?? [];
    const isKnown = name === "" || KNOWN.test(name) || shelf.host.refs.get(name) === object;
    return isKnown ? [] : [{ object, name, isCommit: type === "commit" || target === "commit" }];
  });
  const kept: string[] = [];
  for (const { object, name, isCommit } of refs) {
    const commits = isCommit ? await countCommits(shelf.git, notOnHost(shelf, [object])) : 1;
    if (commits > 0) kept.push(name);
  }
  return kept;
}
