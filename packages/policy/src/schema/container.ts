import * as z from "zod/mini";
import { IMAGE_NAME, IMAGE_TAG, NETWORK_NAME } from "./image-name.ts";
import { madeOnce } from "./made-once.ts";
import { parseMemory } from "./memory.ts";
import { parsePortMapping } from "./published-port.ts";
import { parsedBy, type Parsed } from "./refusal.ts";

const number = () => z.union([z.number(), z.string()]);

const networkName = () =>
  parsedBy(z.string(), (name): Parsed<string> => {
    if (name === "host" || name === "none") {
      return {
        refused: `"${name}" is not a network of the sandbox's own`,
        hint: 'Write the name of a network that "docker network create" made, or "network": false to close it',
      };
    }
    if (!NETWORK_NAME.test(name))
      return { refused: `${JSON.stringify(name)} is not a Docker network's name` };
    return { value: name };
  });

const limits = () => ({
  memory: z.optional(
    parsedBy(number(), parseMemory).check(
      z.meta({
        description: "The most memory, as 4g, 512m or bytes (default: no limit)",
        examples: ["4g"],
      }),
    ),
  ),
  cpus: z.optional(
    z.number().check(
      z.minimum(0.01),
      z.meta({
        description: "The most CPUs; 1.5 is one and a half (default: no limit)",
        examples: [2],
      }),
    ),
  ),
  pids: z.optional(
    z.int().check(
      z.minimum(64),
      z.maximum(4_194_304),
      z.meta({
        description: "The most processes and threads (default 4096)",
        examples: [4096],
      }),
    ),
  ),
});

export const containerSchema = madeOnce(() =>
  z
    .strictObject({
      baseTag: z.optional(
        z.string().check(
          z.regex(IMAGE_TAG, "is not an image tag"),
          z.meta({
            description: "The tag of agent-sandbox-base to build on (default latest)",
            examples: ["2026-01"],
          }),
        ),
      ),
      image: z.optional(
        z.string().check(
          z.regex(IMAGE_NAME, "is not an image's name"),
          z.meta({
            description:
              "An image to run instead of the one that this repository's Dockerfile gives",
            examples: ["my-team/sandbox:1"],
          }),
        ),
      ),
      network: z.optional(
        networkName().check(
          z.meta({
            description: "The Docker network to join instead of the default one",
            examples: ["my-network"],
          }),
        ),
      ),
      ports: z.optional(
        z.array(parsedBy(number(), parsePortMapping)).check(
          z.meta({
            description:
              "Ports of the sandbox to publish on the host's 127.0.0.1: 8080, host:container, and /udp for UDP. An empty list takes away those of earlier layers.",
            examples: [[8080, "8081:80", "5353:5353/udp"]],
          }),
        ),
      ),
      ...limits(),
      onLostMount: z.optional(
        z.enum(["stop", "warn"]).check(
          z.meta({
            description:
              "What happens when a program on the host replaces a protected file and so lifts its protection: the sandbox stops (the default) or only says so",
          }),
        ),
      ),
    })
    .check(z.meta({ description: "The docker engine's own settings" })),
);
