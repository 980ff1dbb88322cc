import type {
  PathRule,
  ProtectedPath,
  ResolvedPolicy,
  Source,
  Sourced,
} from "@agent-sandbox/policy";

import { SandboxError } from "../errors.ts";
import { isInside, relativeInside } from "../relative-inside.ts";
import { cannotKeep } from "./cannot-keep.ts";
import { isOfTheImage } from "./outside.ts";

/** What somebody has written and the docker engine cannot keep, one place for each key; why, where it is not the engine as such. */
type Unsupported = readonly { readonly source: Source; readonly why?: string | undefined }[];

/**
 * Fails with POLICY_UNSUPPORTED at the first rule that somebody has written and that the docker
 * engine does not enforce, in bind mode or on a branch. The defaults are not asked: they hold as far
 * as the engine goes.
 */
export function checkSupported(policy: ResolvedPolicy, mode: "bind" | "branch"): void {
  if (!policy.enabled.value) throw sandboxUnwanted(policy.enabled.source);
  const found = [...unsupportedRecords(policy), ...unsupportedFiles(policy, mode)].find(
    ({ source }) => isWritten(source),
  );
  if (found === undefined) return;
  throw cannotKeep(
    found.source,
    found.why ?? "the docker engine does not enforce it",
    "Take it out, so that nobody counts on it",
  );
}

/** "enabled" is false. */
export function sandboxUnwanted({ key, file }: Source): SandboxError {
  const place = file === undefined ? "" : ` of "${file}"`;
  return new SandboxError(
    "POLICY_UNSUPPORTED",
    `Cannot open a sandbox: "${key}"${place} is false`,
    {
      hint: 'Set it to true; without a sandbox there is only "agent-sandbox agent run NAME --no-sandbox", which asks first',
    },
  );
}

function isWritten({ layer }: Source): boolean {
  return layer !== "defaults";
}

function unsupportedRecords({ audit: { path } }: ResolvedPolicy): Unsupported {
  if (path === undefined || path.source.layer === "user") return [];
  const why =
    "the records of all repositories are in one folder, which your own configuration alone names";
  return [{ source: path.source, why }];
}

function unsupportedFiles({ filesystem }: ResolvedPolicy, mode: "bind" | "branch"): Unsupported {
  const { base, root, places, rules } = filesystem;
  const written = rules.filter(({ origin }) => origin === "rule");
  const refused = written.map((rule) => {
    const inside = relativeInside(places.workspace, rule.path);
    const why =
      inside === undefined
        ? whyNotOutside(rule, places)
        : mode === "branch"
          ? whyNotOnBranch(rule, inside)
          : undefined;
    return { source: rule.source, why };
  });
  return [
    ...(base.value === "host" ? [base] : []),
    ...(root.value === places.workspace ? [] : [{ source: root.source, why: WHOLE }]),
    ...refused.filter(({ why }) => why !== undefined),
    ...(mode === "branch" ? filesystem.protected.flatMap(wholeGit) : []),
  ];
}

/** git, its protected paths and `.agent-sandbox` are at the top of the workspace. */
const WHOLE =
  "a sandbox has the whole workspace, since git and what is protected are at its top; start it in the other directory, or make what it is not to write read-only with filesystem.ro";

function whyNotOutside(
  { path, isGlob, level }: PathRule,
  places: { readonly home: string },
): string | undefined {
  if (isOfTheImage(path, places)) return `a sandbox has its own "${path}"`;
  return isGlob && level !== "exclude"
    ? "patterns of paths outside of the workspace are not kept by the docker engine"
    : undefined;
}

function wholeGit({ value, source }: Sourced<ProtectedPath>): Unsupported {
  return value.path === ".git" ? [{ source, why: COMMITTED_TO }] : [];
}

const COMMITTED_TO = "a branch is committed to by its own .git";

/** A branch's worktree has what its commits have, and they are readable in its repository. */
function whyNotOnBranch({ level, isGlob }: PathRule, inside: string): string | undefined {
  if (level === "exclude") return "a branch's repository hands out all that its commits have";
  if (isGlob) return "on a branch, the docker engine keeps paths and no patterns";
  return isInside("/.git", `/${inside}`) && !inside.startsWith(".git/") ? COMMITTED_TO : undefined;
}
