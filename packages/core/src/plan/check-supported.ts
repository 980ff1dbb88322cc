import type { ResolvedPolicy, Source } from "@agent-sandbox/policy";

import { SandboxError } from "../errors.ts";
import { isInside } from "../relative-inside.ts";

/** What somebody has written and the docker engine cannot keep, one place for each key. */
type Unsupported = readonly { readonly source: Source }[];

/**
 * Fails with POLICY_UNSUPPORTED at the first rule that somebody has written and that the docker
 * engine does not enforce, in bind mode or on a branch. The defaults are not asked: they hold as far
 * as the engine goes.
 */
export function checkSupported(policy: ResolvedPolicy, mode: "bind" | "branch"): void {
  if (!policy.enabled.value) throw sandboxUnwanted(policy.enabled.source);
  const found = [
    ...unsupportedSwitches(policy),
    ...unsupportedFiles(policy, mode),
    ...unsupportedCommands(policy),
  ].find(({ source }) => isWritten(source));
  if (found === undefined) return;
  const { key, file } = found.source;
  const place = file === undefined ? "" : ` of "${file}"`;
  throw new SandboxError(
    "POLICY_UNSUPPORTED",
    `Cannot keep "${key}"${place}: the docker engine does not enforce it`,
    { hint: "Take it out, so that nobody counts on it" },
  );
}

function sandboxUnwanted({ key, file }: Source): SandboxError {
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

function unsupportedSwitches({ docker, audit, network, environment }: ResolvedPolicy): Unsupported {
  return [
    ...(docker.value ? [docker] : []),
    ...(network.localhost.value ? [] : [network.localhost]),
    ...(environment.inherit.value === "core" ? [] : [environment.inherit]),
    ...(audit.level.value === "all" ? [audit.level] : []),
    ...(audit.path === undefined ? [] : [audit.path]),
  ];
}

function unsupportedFiles({ filesystem }: ResolvedPolicy, mode: "bind" | "branch"): Unsupported {
  const { base, root, places, rules } = filesystem;
  const kept = filesystem.protected.map(({ value }) => `${places.workspace}/${value.path}`);
  // What is protected is read-only already: `@git` says nothing more.
  const isKept = (path: string) => kept.some((own) => isInside(own, path));
  // A branch's worktree has what its commits have, and they are readable in its repository.
  const isHidden = (path: string) => mode === "bind" && isInside(places.workspace, path);
  return [
    ...(base.value === "host" ? [base] : []),
    ...(root.value === places.workspace ? [] : [root]),
    ...rules.filter(
      ({ origin, level, path }) =>
        origin === "rule" &&
        !(level === "ro" && isKept(path)) &&
        !(level === "exclude" && isHidden(path)),
    ),
  ];
}

/** git goes through the image's own wrapper, with the rules of that name. */
function unsupportedCommands({ commands }: ResolvedPolicy): Unsupported {
  return commands.filter(({ name, rule }) => rule !== true && !(name === "git" && rule === "@git"));
}
