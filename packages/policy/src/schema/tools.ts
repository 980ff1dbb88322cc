import * as z from "zod/mini";
import { parseToolRule } from "../decide/tool-rule.ts";
import { madeOnce } from "./made-once.ts";
import { checkedBy } from "./refusal.ts";

const rules = () => z.array(checkedBy(z.string(), parseToolRule));

export const toolsSchema = madeOnce(() =>
  z
    .strictObject({
      allow: z.optional(
        rules().check(
          z.meta({
            description:
              'The only tools that an agent may call: "Read", "mcp__server__*", "Bash(git log:*)" for commands that start so. A later layer\'s list replaces an earlier one; an empty list allows none.',
            examples: [["Read", "Grep", "Glob"]],
          }),
        ),
      ),
      deny: z.optional(
        rules().check(
          z.meta({
            description:
              "Tools that an agent may not call, written likewise; they go before allow, and no later layer can take one away. Edit is every tool that edits.",
            examples: [["Write", "Edit", "Bash(git push:*)"]],
          }),
        ),
      ),
      enforceAgentPermissions: z.optional(
        z.boolean().check(
          z.meta({
            description:
              "Enforce the tools that an agent's own file allows and disallows as well (default true)",
          }),
        ),
      ),
    })
    .check(z.meta({ description: "The tools that agents call" })),
);
