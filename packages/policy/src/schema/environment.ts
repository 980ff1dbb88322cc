import * as z from "zod/mini";
import { parsedBy } from "./refusal.ts";
import { refuseVariableName } from "./variable-name.ts";

const variables = parsedBy(z.record(z.string(), z.string()), (set) => {
  for (const [name, value] of Object.entries(set)) {
    const refusal = refuseVariableName(name);
    if (refusal !== undefined) return refusal;
    if (value.includes("\0")) return { refused: `the value of "${name}" has a NUL character` };
  }
  return { value: set };
});

export const environmentSchema = z
  .strictObject({
    set: z.optional(
      variables.check(
        z.meta({
          description:
            "Variables of every command inside, by name. Values are text: write numbers in quotes.",
          examples: [{ TZ: "Europe/Berlin" }],
        }),
      ),
    ),
  })
  .check(z.meta({ description: "The environment of the commands inside" }));
