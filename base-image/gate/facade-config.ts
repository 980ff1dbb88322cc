import type { ConfigValues } from "./host-config.ts";
import type { GateSettings } from "./settings.ts";

/** What the repository's form is: git cannot read it otherwise. None of it names a program. */
const FORM = [
  "core.repositoryformatversion",
  "core.sharedrepository",
  "core.logallrefupdates",
  "extensions.objectformat",
  "extensions.compatobjectformat",
  "extensions.refstorage",
  "user.name",
  "user.email",
];

/** Extensions that change nothing of what the gate reads and writes. */
const HARMLESS = ["noop", "preciousobjects", "worktreeconfig", "relativeworktrees", "partialclone"];

const HOOKS = "/usr/local/lib/agent-sandbox/gate/hooks";

/**
 * Pure: the configuration under which the gate serves a repository. Of the host's own it takes the
 * repository's form, and `hooks.*`, where hooks keep settings of their own and git none. Throws a
 * sentence about a form that it does not know.
 */
export function facadeConfig(host: ConfigValues, settings: GateSettings): string {
  checkExtensions(host);
  const isBare =
    host.get("core.bare") ?? (settings.repository === settings.commonDirectory).toString();
  const taken = [...host].filter(([key]) => FORM.includes(key) || key.startsWith("hooks."));
  const values = new Map([
    ["user.name", "agent-sandbox"],
    ["user.email", "agent-sandbox@localhost"],
    ...taken,
    ["core.bare", isBare],
    ...Object.entries(ownValues(settings)),
  ]);
  return [...values].map(([key, value]) => printEntry(key, value)).join("");
}

function ownValues({ pushLimit }: GateSettings): Readonly<Record<string, string>> {
  return {
    "core.hookspath": HOOKS,
    "core.fsmonitor": "false",
    "core.alternaterefscommand": "true",
    "core.attributesfile": "/dev/null",
    "gc.auto": "0",
    "maintenance.auto": "false",
    "receive.autogc": "false",
    "receive.advertisepushoptions": "false",
    "receive.denycurrentbranch": "refuse",
    "receive.denydeletes": "true",
    "receive.denynonfastforwards": "true",
    "receive.fsckobjects": "true",
    "receive.maxinputsize": pushLimit.toString(),
    "receive.shallowupdate": "false",
    "receive.unpacklimit": "100",
    "transfer.fsckobjects": "true",
  };
}

function checkExtensions(host: ConfigValues): void {
  const known = [...FORM, ...HARMLESS.map((name) => `extensions.${name}`)];
  const strange = [...host.keys()].find(
    (key) => key.startsWith("extensions.") && !known.includes(key),
  );
  if (strange !== undefined)
    throw new Error(`the repository has "${strange}", which the gate does not know`);
}

/** `section.name` or `section.sub.section.name` (git-config(1), "Syntax"). */
function printEntry(key: string, value: string): string {
  const first = key.indexOf(".");
  const last = key.lastIndexOf(".");
  const subsection =
    first === last ? "" : ` "${key.slice(first + 1, last).replaceAll(/["\\]/g, "\\$&")}"`;
  const text = value.replaceAll(/["\\]/g, "\\$&").replaceAll("\n", "\\n");
  return `[${key.slice(0, first)}${subsection}]\n\t${key.slice(last + 1)} = "${text}"\n`;
}
