import { DEFAULTS } from "../../defaults.ts";
import type { PolicyLayer } from "../../parse-policy.ts";
import { absolutePath, isWithin, segmentsOf } from "../../paths/segments.ts";
import { sourceOf, type Sourced } from "../../source.ts";
import { every, type Key, sectionKey } from "../gather.ts";
import type { ResolveContext } from "../resolve-context.ts";
import { withoutLocked } from "../without-locked.ts";
import { containerWidenings } from "./container-widenings.ts";
import { engineWidening } from "./engine-widening.ts";
import { networkWidenings } from "./network-widenings.ts";
import { reopened } from "./reopened.ts";
import {
  heldBy,
  isSame,
  listHeldBy,
  single,
  type Widened,
  widening,
  type Widening,
} from "./widening.ts";

/** A user without a file. */
const NO_FILE: PolicyLayer = { source: { layer: "user" }, policy: {} };

/**
 * What the project's layer among these asks for that its user has to agree to: what reaches beyond the
 * workspace, what takes a default guard away, and what opens again what the user's own layer closes.
 * What only closes is none, nor is what the user has opened already or locked.
 */
export function wideningsOf(
  layers: readonly PolicyLayer[],
  places: Pick<ResolveContext, "workspace" | "home">,
): readonly Widening[] {
  const given = withoutLocked(layers);
  const layer = given.find(({ source }) => source.layer === "project");
  if (layer === undefined) return [];
  const user = given.find(({ source }) => source.layer === "user") ?? NO_FILE;
  const widened = { layer, user, places };
  return [
    ...switches(widened),
    ...engineWidening(widened),
    ...environment(widened),
    ...files(widened),
    ...networkWidenings(widened),
    ...containerWidenings(widened),
    ...tools(widened),
    ...commands(widened),
    ...records(widened),
  ];
}

function switches(widened: Widened): readonly Widening[] {
  const enabled: Key<boolean> = { path: ["enabled"], read: (policy) => policy.enabled };
  const docker: Key<boolean> = { path: ["docker"], read: (policy) => policy.docker };
  const nested: Key<boolean> = { path: ["nested"], read: (policy) => policy.nested };
  return [
    ...single(widened, enabled, {
      opens: (value) => !value,
      what: () => "runs without a sandbox",
    }),
    ...single(widened, docker, {
      opens: (value) => value,
      what: () => "reaches the Docker daemon, and by it all of this machine",
    }),
    ...single(widened, nested, {
      opens: (value) => value,
      what: () => "opens sandboxes in sandboxes, and can rename what is read-only here",
    }),
  ];
}

/** From the least to the most that goes in. */
const INHERITED = ["none", "core", "all"] as const;

function environment(widened: Widened): readonly Widening[] {
  const { layer, user } = widened;
  const inherit = sectionKey("environment", "inherit");
  const allow = sectionKey("environment", "allow");
  const inherited = heldBy(user, inherit, DEFAULTS.environment.inherit);
  const known = listHeldBy(user, allow, []);
  return [
    ...single(widened, inherit, {
      opens: (value) => INHERITED.indexOf(value) > INHERITED.indexOf(inherited),
      what: (value) =>
        value === "all" ? "gets your whole environment" : "gets more of your environment",
    }),
    ...single(widened, sectionKey("environment", "filterSecrets"), {
      opens: (value) => !value,
      what: () => "gets what looks like a secret in your environment",
    }),
    ...every([layer], allow)
      .filter(({ value }) => !known.includes(value))
      .map((name) => widening(name, `gets your variable ${quoted(name)}`)),
  ];
}

function files(widened: Widened): readonly Widening[] {
  const { layer, user, places } = widened;
  const { workspace, home } = places;
  const top = segmentsOf(workspace);
  const isOutside = (path: string) =>
    !isWithin(segmentsOf(absolutePath(path, workspace, home)), top);
  const outside = (level: "ro" | "rw", what: string) => {
    const key = sectionKey("filesystem", level);
    const known = listHeldBy(user, key, []);
    return every([layer], key)
      .filter(({ value }) => isOutside(value) && !known.includes(value))
      .map((rule) => widening(rule, `${what} ${quoted(rule)}`));
  };
  return [
    ...single(widened, sectionKey("filesystem", "base"), {
      opens: (value) => value === "host",
      what: () => "reads all of this machine's files",
    }),
    ...single(widened, sectionKey("filesystem", "root"), {
      opens: isOutside,
      what: () => "reads and writes outside of the workspace",
    }),
    ...outside("ro", "reads"),
    ...outside("rw", "reads and writes"),
    ...reopened(widened),
    ...hidden(widened),
  ];
}

/** What shows files that would be hidden, or takes rules away. */
function hidden({ layer, user }: Widened): readonly Widening[] {
  const patterns = sectionKey("filesystem", "allowedPatterns");
  const presets = sectionKey("filesystem", "presets");
  const known = listHeldBy<string>(user, patterns, DEFAULTS.filesystem.allowedPatterns);
  const off = listHeldBy(user, presets, []);
  return [
    ...every([layer], patterns)
      .filter(({ value }) => !known.includes(value))
      .map((pattern) => widening(pattern, `reaches blocked files that match ${quoted(pattern)}`)),
    ...every([layer], presets)
      .filter(({ value }) => value.startsWith("!") && !off.includes(value))
      .map((toggle) => widening(toggle, `takes the rules of ${quoted(toggle)} away`)),
  ];
}

function quoted({ value }: Sourced<string>): string {
  return JSON.stringify(value);
}

function tools(widened: Widened): readonly Widening[] {
  return [
    ...single(widened, sectionKey("tools", "enforceAgentPermissions"), {
      opens: (value) => !value,
      what: () => "ignores what an agent's own file says of its tools",
    }),
    ...single(widened, sectionKey("tools", "allow"), {
      opens: () => true,
      what: () => "replaces your list of the tools that agents may call",
    }),
  ];
}

function commands({ layer: { policy, source }, user }: Widened): readonly Widening[] {
  const own = user.policy.commands ?? {};
  // The rules of git narrow it, but for whoever has closed it or put a script in its place.
  const narrows = (name: string) => own[name] === undefined || own[name] === true;
  return Object.entries(policy.commands ?? {})
    .filter(([name, rule]) => rule !== false && !isSame(rule, own[name]))
    .filter(([name, rule]) => rule !== "@git" || !narrows(name))
    .map(([name]) =>
      widening(
        { source: sourceOf(source, ["commands", name]) },
        `decides what ${JSON.stringify(name)} does`,
      ),
    );
}

function records(widened: Widened): readonly Widening[] {
  const level = sectionKey("audit", "level");
  const isWhole = heldBy(widened.user, level, DEFAULTS.audit.level) === "all";
  return single(widened, level, {
    opens: (value) => value === "blocked" && isWhole,
    what: () => "keeps what is allowed off the record, which you keep whole",
  });
}
