import type { BwrapMount, BwrapNetwork } from "@agent-sandbox/core";
import { describePlan, type DescribeRequest } from "@agent-sandbox/engine-bwrap";

import { printable } from "../printable.ts";
import type { PreparedExec } from "./prepare-exec.ts";

const NETWORKS = {
  shared: "the host's own, with its abstract sockets",
  proxy: "its own, and a proxy to the hosts that are open",
  none: "its own, without a way out",
} satisfies Record<BwrapNetwork, string>;

/** Tells on standard error what was found and decided: to whoever asks why something is as it is. */
export function tellPlan(
  { plan, policy, layers }: PreparedExec,
  request: Omit<DescribeRequest, "plan">,
): void {
  const { filesystem } = policy;
  const section = (title: string, lines: readonly string[]) =>
    [`${title}:`, ...(lines.length === 0 ? ["  none"] : lines.map((line) => `  ${line}`))].join(
      "\n",
    );
  const text = [
    section(
      "layers, from the weakest",
      layers.map(({ source }) => `${source.layer}: ${source.file ?? "the command line"}`),
    ),
    section(
      "rules of paths, the strongest first",
      filesystem.rules.map(
        ({ level, path, source }) => `${level} ${path} (${source.layer}: ${source.key})`,
      ),
    ),
    section("paths, as they are inside", plan.mounts.map(accessOf)),
    section("held while it runs", [
      ...plan.placeholders.flatMap(({ placeholders }) => placeholders.map(({ path }) => path)),
      ...plan.keptLinks.map(({ path, to }) => `${path} -> ${to}`),
    ]),
    section("variables", [...plan.allowedVariables, ...Object.keys(plan.environment)]),
    section("network", [NETWORKS[plan.network]]),
    section(
      `shims (${plan.shims.kind})`,
      plan.shims.binds.map(({ target }) => target),
    ),
    section("what runs", describePlan({ ...request, plan }).split("\n")),
  ];
  process.stderr.write(`${printable(text.join("\n"))}\n`);
}

function accessOf(mount: BwrapMount): string {
  switch (mount.kind) {
    case "bind":
      return `${mount.mode} ${mount.target}`;
    case "device":
      return `device ${mount.target}`;
    case "hidden-directory":
    case "hidden-file":
    case "hidden-socket":
      return `exclude ${mount.target}`;
    case "own-directory":
      return `its own ${mount.target}`;
    case "link":
      return `${mount.target} -> ${mount.to}`;
  }
}
