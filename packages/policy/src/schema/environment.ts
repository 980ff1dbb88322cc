import * as z from "zod/mini";
import { madeOnce } from "./made-once.ts";
import { checkedBy, type Parsed, parsedBy } from "./refusal.ts";
import { parseVariableGlob, refuseHostVariable, refuseVariableName } from "./variable-name.ts";

const variables = () =>
  parsedBy(z.record(z.string(), z.string()), (set) => {
    for (const [name, value] of Object.entries(set)) {
      const refusal = refuseVariableName(name);
      if (refusal !== undefined) return refusal;
      if (value.includes("\0")) return { refused: `the value of "${name}" has a NUL character` };
    }
    return { value: set };
  });

const hostVariable = () =>
  parsedBy(z.string(), (name): Parsed<string> => refuseHostVariable(name) ?? { value: name });

export const environmentSchema = madeOnce(() =>
  z
    .strictObject({
      inherit: z.optional(
        z.enum(["core", "all", "none"]).check(
          z.meta({
            description:
              "What goes in of the caller's environment without being named: what programs count on (PATH, HOME, LANG, TERM and such; the default), all of it but secrets, or nothing",
          }),
        ),
      ),
      filterSecrets: z.optional(
        z.boolean().check(
          z.meta({
            description:
              "Keep out what looks like a secret and is not named in allow: *_KEY, *_TOKEN, AWS_*, URLs with a password and others (default true)",
          }),
        ),
      ),
      block: z.optional(
        z.array(checkedBy(z.string(), parseVariableGlob)).check(
          z.meta({
            description:
              "Names of variables that never go in, whatever else names them; * and ? are wildcards. No later layer can take one away.",
            examples: [["AWS_*", "GITHUB_TOKEN"]],
          }),
        ),
      ),
      allow: z.optional(
        z.array(hostVariable()).check(
          z.meta({
            description:
              "Names of variables of this machine that every command inside gets, with the values that they have when it starts. Those that are not set are left out. An empty list takes away those of earlier layers.",
            examples: [["ANTHROPIC_API_KEY", "CODEX_API_KEY"]],
          }),
        ),
      ),
      set: z.optional(
        variables().check(
          z.meta({
            description:
              "Variables of every command inside, by name. Values are text: write numbers in quotes.",
            examples: [{ TZ: "Europe/Berlin" }],
          }),
        ),
      ),
    })
    .check(z.meta({ description: "The environment of the commands inside" })),
);
