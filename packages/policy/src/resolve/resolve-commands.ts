import { followLinks } from "../paths/follow-links.ts";
import { absolutePath, pathOf } from "../paths/segments.ts";
import type { PolicyLayer } from "../parse-policy.ts";
import type { Policy } from "../schema/policy-schema.ts";
import { sourceOf } from "../source.ts";
import type { ResolveContext } from "./resolve-context.ts";
import type { CommandRule, ResolvedCommand } from "./resolved-policy.ts";

type Written = NonNullable<Policy["commands"]>[string];

/** The strongest layer's word on each command. */
export function resolveCommands(
  layers: readonly PolicyLayer[],
  context: ResolveContext,
): readonly ResolvedCommand[] {
  const commands = layers.flatMap(({ source, policy }) =>
    Object.entries(policy.commands ?? {}).map(([name, written]) => ({
      name,
      rule: resolveRule(written, context),
      source: sourceOf(source, ["commands", name]),
    })),
  );
  const byName = new Map(commands.map((command) => [command.name, command]));
  return [...byName.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

function resolveRule(
  written: Written,
  { workspace, home, links = [] }: ResolveContext,
): CommandRule {
  if (typeof written !== "object") return written;
  return { script: pathOf(followLinks(absolutePath(written.script, workspace, home), links)) };
}
