import * as z from "zod/mini";
import { parseHostPattern } from "./host-name.ts";
import { parseIpAddress } from "./ip-address.ts";
import { madeOnce } from "./made-once.ts";
import { parsedBy, type Parsed } from "./refusal.ts";

const hostPattern = () => parsedBy(z.string(), parseHostPattern);

const HOSTS_EXAMPLE = [["docs.example.com", "*.example.org"]];

const port = () =>
  parsedBy(z.int().check(z.minimum(1), z.maximum(65_535)), (value): Parsed<number> =>
    value === 53
      ? {
          refused: "53 is closed but to the sandbox's own resolver",
          hint: "Take 53 out of the list",
        }
      : { value },
  );

export const networkKeys = madeOnce(() =>
  z.strictObject({
    external: z.optional(
      z.enum(["none", "domains", "all"]).check(
        z.meta({
          description:
            "What can be reached outside: nothing, the hosts of `domains` (the default), or everything (not every engine can)",
        }),
      ),
    ),
    domains: z.optional(
      z.array(hostPattern()).check(
        z.meta({
          description:
            "Hosts to allow besides the default ones: a name is that name alone, *.name its sub-domains. An empty list takes away every host of earlier layers, the defaults, GitHub and the npm registry included.",
          examples: HOSTS_EXAMPLE,
        }),
      ),
    ),
    deniedDomains: z.optional(
      z.array(hostPattern()).check(
        z.meta({
          description: "Hosts that stay closed, whichever layer allows them",
          examples: [["sentry.io", "*.statsig.com"]],
        }),
      ),
    ),
    git: z.optional(
      z.boolean().check(
        z.meta({
          description:
            "GitHub's names and published address ranges, over HTTPS and SSH (default true)",
        }),
      ),
    ),
    ports: z.optional(
      z.array(port()).check(
        z.meta({
          description:
            "TCP ports to open towards the allowed hosts besides 80 and 443. An empty list takes away those of earlier layers.",
          examples: [[8443]],
        }),
      ),
    ),
    dns: z.optional(
      z.array(parsedBy(z.string(), parseIpAddress)).check(
        z.meta({
          description:
            "Addresses of the resolvers to ask, instead of the machine's own. A later layer's list replaces an earlier one.",
          examples: [["192.0.2.53"]],
        }),
      ),
    ),
  }),
);

/** `true` and `false` are brought to the object that they stand for: the one normal form. */
export const networkSchema = madeOnce(() =>
  z
    .union([
      z.pipe(
        z.boolean(),
        z.transform((open: boolean): z.output<ReturnType<typeof networkKeys>> => ({
          external: open ? "all" : "none",
        })),
      ),
      networkKeys(),
    ])
    .check(
      z.meta({
        description: "false closes the network; an object says what is open; true opens all of it",
      }),
    ),
);
