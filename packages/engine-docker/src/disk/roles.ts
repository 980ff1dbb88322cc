import { LABEL } from "../labels.ts";
import type { Labels } from "./disk-report.ts";
import type { Role } from "./kept-item.ts";

/** Images hand their labels down to containers; these are given to a container itself. */
export function containerRole(labels: Labels): "sandbox" | "gate" | "session" | undefined {
  if (labels?.[LABEL.gate] !== undefined) return "gate";
  if (labels?.[LABEL.job] !== undefined) return "session";
  // Somebody's own container from our image has no plan.
  return labels?.[LABEL.plan] !== undefined && labels[LABEL.hash] !== undefined
    ? "sandbox"
    : undefined;
}

export function imageRole(labels: Labels): Role | undefined {
  if (labels?.[LABEL.imageHash] !== undefined) return "workspace-image";
  if (labels?.[LABEL.base] !== undefined) return "base-image";
  return labels?.[LABEL.os] === undefined ? undefined : "system-image";
}

/** By name also: a volume that Docker made by itself, for a mount, has no label. */
const NAMES: readonly (readonly [RegExp, Role])[] = [
  [/^agent-sbx-repo-([0-9a-f]{32})$/, "shelf"],
  [/^agent-sbx-gate-([0-9a-f]{32})$/, "gate-sockets"],
  [/^agent-sandbox-([0-9a-f]{32})-history$/, "history"],
  [/^agent-sandbox-([0-9a-f]{32})-(?:claude-code|codex)-config$/, "config"],
];

export function volumeRole(
  name: string,
  labels: Labels,
): { readonly role: Role; readonly hash: string | undefined } | undefined {
  for (const [pattern, role] of NAMES) {
    const hash = pattern.exec(name)?.[1];
    if (hash !== undefined) return { role, hash };
  }
  if (labels?.[LABEL.shared] !== undefined) return { role: "config", hash: undefined };
  return labels?.[LABEL.hash] === undefined
    ? undefined
    : { role: "other", hash: labels[LABEL.hash] };
}
