import * as z from "zod/mini";
import { agentsSchema } from "./agents.ts";
import { containerSchema } from "./container.ts";
import { environmentSchema } from "./environment.ts";
import { filesystemSchema } from "./filesystem.ts";
import { networkKeys, networkSchema } from "./network.ts";

/** One layer as it may be written, with its keys in the library's spelling. */
export const policySchema = z.strictObject({
  $schema: z.optional(
    z.string().check(z.meta({ description: "Where an editor finds this schema" })),
  ),
  filesystem: z.optional(filesystemSchema),
  environment: z.optional(environmentSchema),
  network: z.optional(networkSchema),
  agents: z.optional(agentsSchema),
  container: z.optional(containerSchema),
});

/** What one layer says, in normal form. */
export type Policy = z.output<typeof policySchema>;

/** The keys of each object that people write, by the object's own key; "" is the document. */
export const KEYS: Readonly<Record<string, readonly string[]>> = {
  "": Object.keys(policySchema.shape),
  filesystem: Object.keys(filesystemSchema.shape),
  environment: Object.keys(environmentSchema.shape),
  network: Object.keys(networkKeys.shape),
  agents: Object.keys(agentsSchema.shape),
  container: Object.keys(containerSchema.shape),
};
