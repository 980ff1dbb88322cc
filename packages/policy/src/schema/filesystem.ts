import * as z from "zod/mini";
import { parsePathPattern } from "../match/path-pattern.ts";
import { parseLiteralPath, parseRulePath } from "../match/rule-path.ts";
import { parsePresetToggle } from "../presets/preset-toggle.ts";
import { madeOnce } from "./made-once.ts";
import { parseProtectedPath } from "./protected-path.ts";
import { checkedBy, parsedBy } from "./refusal.ts";

const paths = (description: string, examples: readonly (readonly string[])[]) =>
  z.optional(z.array(parsedBy(z.string(), parseRulePath)).check(z.meta({ description, examples })));

const patterns = (description: string, examples: readonly (readonly string[])[]) =>
  z.optional(
    z.array(checkedBy(z.string(), parsePathPattern)).check(z.meta({ description, examples })),
  );

export const filesystemSchema = madeOnce(() =>
  z
    .strictObject({
      presets: z.optional(
        z.array(checkedBy(z.string(), parsePresetToggle)).check(
          z.meta({
            description:
              "Bundles of path rules to put on, or with ! in front to take away; the last word on each wins. @base, @caches and @agents name places of the home and count for the bwrap engine alone; @git, @git-strict, @lint/ts, @lint/go, @lint/python, @lint/all, and @all, which is all but @git-strict.",
            examples: [["!@lint/all", "@git-strict"]],
          }),
        ),
      ),
      ro: paths(
        "Paths that can be read and not written. A relative path starts at the workspace, ~ is the home; * ? and [a-z] match within one name. Of several rules the deeper path wins, then the exact path, then the later layer. An empty list takes away those of earlier layers.",
        [["vendor", "~/notes"]],
      ),
      rw: paths(
        "Paths that can be read and written, written as those of ro. An empty list takes away those of earlier layers.",
        [["vendor/generated", "~/.cache/my-tool"]],
      ),
      exclude: paths(
        "Paths that are not there inside, written as those of ro; what is in them is not there either.",
        [["private", "~/.config/gh"]],
      ),
      blockedPatterns: patterns(
        "Patterns of files that cannot be reached however they are granted, besides the default ones, in any case. A name is looked for at every depth, a pattern with a / below the root, with ~/ below the home; ** is any number of directories, a trailing / says directory. No later layer can take one away.",
        [["**/.env*", "*.pem", "config/production/"]],
      ),
      allowedPatterns: patterns(
        "Exceptions from the blocked patterns of this layer and of earlier ones, written likewise. An empty list takes away those of earlier layers.",
        [[".env.test"]],
      ),
      protected: z.optional(
        z.array(parsedBy(z.string(), parseProtectedPath)).check(
          z.meta({
            description:
              "Paths that are always read-only inside, relative to the workspace; a trailing / says directory. They are literal, not patterns. No later layer can take one away.",
            examples: [[".github/workflows/", "Makefile"]],
          }),
        ),
      ),
      base: z.optional(
        z.enum(["host", "project", "empty"]).check(
          z.meta({
            description:
              "What can be read outside of the root without a rule: all of the host, what programs cannot start without, or only what is mounted (default: host for bwrap, empty for docker and virtual, project where the rules are a section of another tool's file)",
          }),
        ),
      ),
      root: z.optional(
        parsedBy(z.string(), parseLiteralPath).check(
          z.meta({
            description:
              "The directory that can be read and written (default: the workspace). A relative path starts at the workspace.",
            examples: ["./", "packages/app"],
          }),
        ),
      ),
    })
    .check(z.meta({ description: "What the sandbox may do with files" })),
);
