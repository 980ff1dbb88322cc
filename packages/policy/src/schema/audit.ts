import * as z from "zod/mini";
import { parseLiteralPath } from "../match/rule-path.ts";
import { madeOnce } from "./made-once.ts";
import { parseSize } from "./memory.ts";
import { type Parsed, parsedBy } from "./refusal.ts";

/** Within the workspace an agent would reach it. */
const folder = () =>
  parsedBy(z.string(), (path): Parsed<string> => {
    if (path.startsWith("/") || path === "~" || path.startsWith("~/")) {
      return parseLiteralPath(path);
    }
    return {
      refused: `${JSON.stringify(path)} is relative to the workspace, where agents reach it`,
      hint: 'Write an absolute path, or one that starts with "~/"',
    };
  });

export const auditSchema = madeOnce(() =>
  z
    .strictObject({
      level: z.optional(
        z.enum(["blocked", "all"]).check(
          z.meta({
            description:
              "Which decisions are on record: what was blocked (the default), or all of them: also the tool calls that agents were let make, and the names that the resolver looked up. Runs and pushes always are.",
          }),
        ),
      ),
      path: z.optional(
        folder().check(
          z.meta({
            description:
              "The folder of all records, for them alone: old ones are removed there (default: in your state folder). Your own configuration alone names it, and a sandbox that has it does not open.",
            examples: ["~/records/agent-sandbox"],
          }),
        ),
      ),
      keepDays: z.optional(
        z.int().check(
          z.minimum(1),
          z.meta({
            description:
              "For how many days records are kept (default 90). Your own configuration alone counts.",
            examples: [30],
          }),
        ),
      ),
      maxSize: z.optional(
        parsedBy(z.union([z.number(), z.string()]), (written) => parseSize(written)).check(
          z.meta({
            description:
              "The most bytes of records; beyond it the oldest finished ones go (default 256m). Your own configuration alone counts.",
            examples: ["64m"],
          }),
        ),
      ),
    })
    .check(z.meta({ description: "The record of what agents did" })),
);
