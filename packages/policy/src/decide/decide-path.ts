import { followLinks } from "../paths/follow-links.ts";
import { pathOf, segmentsOf } from "../paths/segments.ts";
import type { ResolvedFilesystem } from "../resolve/resolved-policy.ts";
import { type Decision, decision } from "./decision.ts";
import { type FileJudge, fileJudge, type Wish } from "./file-judge.ts";
import { isStandardStream, throughMagicLink } from "./magic-link.ts";
import type { PathRequest, PathTarget } from "./request.ts";

const WISHES = {
  read: "read",
  list: "read",
  write: "write",
  create: "write",
  delete: "remove",
} as const satisfies Record<PathRequest["operation"], Wish>;

export function decidePath(
  filesystem: ResolvedFilesystem,
  { operation, target }: PathRequest,
): Decision {
  return decideTarget(filesystem, target, WISHES[operation]);
}

/** A rename takes the one away and writes the other. */
export function decideRename(
  filesystem: ResolvedFilesystem,
  { from, to }: { readonly from: PathTarget; readonly to: PathTarget },
): Decision {
  const taken = decideTarget(filesystem, from, "remove");
  return taken.effect === "deny" ? taken : decideTarget(filesystem, to, "write");
}

/** Both faces are judged, and so is what a directory holds: the first denial counts. */
function decideTarget(filesystem: ResolvedFilesystem, target: PathTarget, wish: Wish): Decision {
  const invalid = refuseTarget(target);
  if (invalid !== undefined) return invalid;
  if (isStandardStream(target.path)) {
    return decision({
      effect: "allow",
      rule: "standard-stream",
      reason: `${JSON.stringify(target.path)} is a stream that the program has already`,
    });
  }
  const judge = fileJudge(filesystem);
  const { places } = filesystem;
  const literal = judge(followLinks(target.path, places.links), wish, target);
  if (literal.effect === "deny") return literal;
  if (target.real === undefined) return unresolved(target);
  // Of a path that is its own, the same would be asked again.
  const real =
    target.real === target.path
      ? literal
      : judgeReal(judge, { ...target, real: target.real }, { filesystem, wish });
  if (real.effect === "deny") return real;
  const held = wish === "remove" ? heldDenial(judge, target, filesystem) : undefined;
  return held ?? withLinkCount(literal, target);
}

function judgeReal(
  judge: FileJudge,
  target: PathTarget & { readonly real: string },
  { filesystem, wish }: { readonly filesystem: ResolvedFilesystem; readonly wish: Wish },
): Decision {
  const real = followLinks(target.real, filesystem.places.links);
  const answer = judge(real, wish, target);
  if (answer.effect === "allow" || pathOf(real) === pathOf(segmentsOf(target.path))) return answer;
  return { ...answer, reason: `${JSON.stringify(target.path)} leads to it: ${answer.reason}` };
}

function heldDenial(
  judge: FileJudge,
  target: PathTarget,
  { places }: ResolvedFilesystem,
): Decision | undefined {
  const { ignoresCase } = target;
  const held = (target.holds ?? []).map((path) =>
    judge(followLinks(path, places.links), "write", { ignoresCase }),
  );
  const denial = held.find(({ effect }) => effect === "deny");
  return (
    denial && { ...denial, reason: `${JSON.stringify(target.path)} holds it: ${denial.reason}` }
  );
}

function refuseTarget({ path, real }: PathTarget): Decision | undefined {
  const shown = JSON.stringify(path);
  const faces = [path, real ?? path];
  if (faces.some((face) => /[\0-\x1f\x7f]/.test(face) || !face.isWellFormed())) {
    return invalidPath(`${shown} has a control character or half of a letter`);
  }
  if (faces.some((face) => !face.startsWith("/"))) return invalidPath(`${shown} is not absolute`);
  if (faces.some(throughMagicLink)) {
    return decision({
      effect: "deny",
      rule: "magic-link",
      reason: `${shown} goes through a link that leads elsewhere for each process`,
    });
  }
  return undefined;
}

function invalidPath(reason: string): Decision {
  return decision({ effect: "deny", rule: "invalid-path", reason });
}

function unresolved({ path }: PathTarget): Decision {
  return decision({
    effect: "deny",
    rule: "unresolved-path",
    reason: `Where ${JSON.stringify(path)} leads cannot be found out`,
  });
}

/** No rule and no mount can tell a file's names apart: what is allowed says so. */
function withLinkCount(allowed: Decision, { path, links = 1, kind }: PathTarget): Decision {
  if (links < 2 || kind === "directory") return allowed;
  const note = `${JSON.stringify(path)} is one of ${links} names of its file, and the others were not looked at`;
  return { ...allowed, reason: `${allowed.reason}; ${note}` };
}
