import * as z from "zod/mini";
import { madeOnce } from "./made-once.ts";
import { parseProtectedPath } from "./protected-path.ts";
import { parsedBy } from "./refusal.ts";

export const filesystemSchema = madeOnce(() =>
  z
    .strictObject({
      protected: z.optional(
        z.array(parsedBy(z.string(), parseProtectedPath)).check(
          z.meta({
            description:
              "Paths that are always read-only inside, relative to the workspace; a trailing / says directory. They are literal, not patterns. No later layer can take one away.",
            examples: [[".github/workflows/", "Makefile"]],
          }),
        ),
      ),
    })
    .check(z.meta({ description: "What the sandbox may do with the workspace's files" })),
);
