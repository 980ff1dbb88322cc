import * as z from "zod/mini";
import { parseDuration } from "./duration.ts";
import { madeOnce } from "./made-once.ts";
import { parseSize } from "./memory.ts";
import { parsedBy } from "./refusal.ts";

const number = () => z.union([z.number(), z.string()]);

const size = (description: string, example: string) =>
  z.optional(
    parsedBy(number(), (written) => parseSize(written)).check(
      z.meta({ description, examples: [example] }),
    ),
  );

export const virtualSchema = madeOnce(() =>
  z
    .strictObject({
      maxTotalSize: size("The most bytes in all files together (default 100m)", "100m"),
      maxFileSize: size("The most bytes in one file (default 10m)", "10m"),
      maxNodeCount: z.optional(
        z.int().check(
          z.minimum(1),
          z.meta({
            description: "The most files and directories (default 10000)",
            examples: [10_000],
          }),
        ),
      ),
      commandTimeout: z.optional(
        parsedBy(number(), parseDuration).check(
          z.meta({
            description: 'How long a command may run: seconds, "500ms", "30s", "2m" (default 30s)',
            examples: ["30s"],
          }),
        ),
      ),
    })
    .check(z.meta({ description: "The virtual engine's own settings" })),
);
