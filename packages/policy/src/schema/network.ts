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

const hostKeys = () => ({
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
});

/** Seed 000's way to write the switches. */
const otherForms = () => ({
  allowExternal: z.optional(
    z.boolean().check(
      z.meta({
        description:
          "Another way to write external: true is all, false is domains, the hosts that are named and no others",
      }),
    ),
  ),
  allowLocalhost: z.optional(
    z.boolean().check(z.meta({ description: "Another way to write localhost" })),
  ),
  allowGit: z.optional(z.boolean().check(z.meta({ description: "Another way to write git" }))),
});

const switchKeys = () => ({
  localhost: z.optional(
    z.boolean().check(
      z.meta({
        description:
          "The sandbox's own loopback, where what runs inside finds each other (default true); false refuses what is sent there, but for queries to the resolver",
      }),
    ),
  ),
});

export const networkKeys = madeOnce(() =>
  z.strictObject({
    ...hostKeys(),
    ...switchKeys(),
    ...otherForms(),
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

type NetworkKeys = z.output<ReturnType<typeof networkKeys>>;
type NetworkForm = Omit<NetworkKeys, "allowExternal" | "allowLocalhost" | "allowGit">;

const EXTERNAL = { true: "all", false: "domains" } as const;

/** The two ways to write a switch are one key; both at once have to agree. */
function normalForm(written: NetworkKeys): Parsed<NetworkForm> {
  const { allowExternal, allowLocalhost, allowGit, ...form } = written;
  const external = allowExternal === undefined ? undefined : EXTERNAL[`${allowExternal}`];
  const other = given({ external, localhost: allowLocalhost, git: allowGit });
  const contradicted = (["external", "localhost", "git"] as const).find(
    (key) => form[key] !== undefined && other[key] !== undefined && form[key] !== other[key],
  );
  if (contradicted === undefined) return { value: { ...form, ...other } };
  return {
    refused: `"${contradicted}" and "allow-${contradicted}" contradict each other`,
    hint: `Keep "${contradicted}" alone`,
  };
}

type Switches = Pick<NetworkForm, "external" | "localhost" | "git">;

/** Without what is undefined. */
function given(switches: {
  readonly [Key in keyof Switches]: Switches[Key] | undefined;
}): Switches {
  return Object.fromEntries(Object.entries(switches).filter(([, value]) => value !== undefined));
}

/** `true` and `false` are brought to the object that they stand for: the one normal form. */
export const networkSchema = madeOnce(() =>
  z
    .union([
      z.pipe(
        z.boolean(),
        z.transform((open: boolean): NetworkForm => ({ external: open ? "all" : "none" })),
      ),
      parsedBy(networkKeys(), normalForm),
    ])
    .check(
      z.meta({
        description: "false closes the network; an object says what is open; true opens all of it",
      }),
    ),
);
