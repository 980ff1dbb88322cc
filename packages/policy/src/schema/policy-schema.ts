import * as z from "zod/mini";
import { agentsSchema } from "./agents.ts";
import { auditSchema } from "./audit.ts";
import { commandsSchema } from "./commands.ts";
import { containerSchema } from "./container.ts";
import { engineSchema } from "./engine.ts";
import { environmentSchema } from "./environment.ts";
import { filesystemSchema } from "./filesystem.ts";
import { networkKeys, networkSchema } from "./network.ts";
import { testsSchema } from "./tests.ts";
import { toolsSchema } from "./tools.ts";
import { virtualSchema } from "./virtual.ts";

const enabledSchema = () =>
  z.boolean().check(
    z.meta({
      description:
        "false: work without a sandbox, after asking, and with a record of it (default true)",
    }),
  );

const dockerSchema = () =>
  z.boolean().check(
    z.meta({
      description:
        "Whether the Docker daemon's socket is inside, at /var/run/docker.sock, and with it all of the host (default false)",
    }),
  );

const nestedSchema = () =>
  z.boolean().check(
    z.meta({
      description:
        "Whether a sandbox can be opened in a sandbox on this machine itself. A hostile program can then rename what is read-only inside of a writable directory, git's hooks for one: it is noticed, and no longer kept (default false)",
    }),
  );

const lockedSchema = () =>
  z.array(z.string()).check(
    z.meta({
      description:
        "In your own configuration: sections and keys that no project can change. What it says of them has no effect.",
      examples: [["docker", "network.domains"]],
    }),
  );

/** The sections of `given`; in the place of the others something that costs nothing to make. */
function sectionsOf(given: readonly string[] | undefined) {
  const isGiven = (key: string) => given?.includes(key) ?? true;
  const absent = z.never();
  // A union with never has the section's own type.
  const section = <Schema extends z.ZodMiniType>(key: string, made: () => Schema) =>
    z.optional(isGiven(key) ? made() : absent);
  return {
    $schema: z.optional(
      z.string().check(z.meta({ description: "Where an editor finds this schema" })),
    ),
    enabled: section("enabled", enabledSchema),
    engine: section("engine", engineSchema),
    filesystem: section("filesystem", filesystemSchema),
    environment: section("environment", environmentSchema),
    network: section("network", networkSchema),
    commands: section("commands", commandsSchema),
    tools: section("tools", toolsSchema),
    docker: section("docker", dockerSchema),
    nested: section("nested", nestedSchema),
    agents: section("agents", agentsSchema),
    container: section("container", containerSchema),
    virtual: section("virtual", virtualSchema),
    audit: section("audit", auditSchema),
    tests: section("tests", testsSchema),
    locked: section("locked", lockedSchema),
  };
}

type PolicySchema = z.ZodMiniObject<ReturnType<typeof sectionsOf>, z.core.$strict>;

/** What one layer says, in normal form. */
export type Policy = z.output<PolicySchema>;

/**
 * One layer as it may be written, with its keys in the library's spelling. Only the sections of
 * `given`, the keys that the layer has, are made; all of them without it.
 */
export function policySchema(given?: readonly string[]): PolicySchema {
  return z.strictObject(sectionsOf(given));
}

/** The sections, and what makes those that are objects with keys of ours; known without making any. */
const SECTIONS = {
  enabled: undefined,
  engine: undefined,
  filesystem: filesystemSchema,
  environment: environmentSchema,
  network: networkKeys,
  commands: undefined,
  tools: toolsSchema,
  docker: undefined,
  nested: undefined,
  agents: agentsSchema,
  container: containerSchema,
  virtual: virtualSchema,
  audit: auditSchema,
  tests: undefined,
  locked: undefined,
} satisfies Record<
  Exclude<keyof Policy, "$schema">,
  (() => { readonly shape: object }) | undefined
>;

const OBJECTS: ReadonlyMap<string, (() => { readonly shape: object }) | undefined> = new Map(
  Object.entries(SECTIONS),
);

/** The keys that the object at `path` may have, "" being the document; none where none is known. */
export function knownKeys(path: string): readonly string[] {
  if (path === "") return ["$schema", ...OBJECTS.keys()];
  return Object.keys(OBJECTS.get(path)?.().shape ?? {});
}
