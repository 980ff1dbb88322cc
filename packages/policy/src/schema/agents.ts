import * as z from "zod/mini";
import { madeOnce } from "./made-once.ts";

export const agentsSchema = madeOnce(() =>
  z
    .strictObject({
      isolation: z.optional(
        z.enum(["shared", "per-workspace"]).check(
          z.meta({
            description:
              "Whose the agents' settings are: shared by all workspaces of one owner (the default), or this workspace's own, with nothing but the credentials copied in",
          }),
        ),
      ),
    })
    .check(z.meta({ description: "Claude Code and Codex" })),
);
