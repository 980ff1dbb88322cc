import { decide, type Decision, type ResolvedPolicy } from "@agent-sandbox/policy";

import type { SandboxPlan } from "../plan.ts";

/** The environment of whoever enters; a value is looked at and kept nowhere. */
export type CallerVariables = Readonly<Record<string, string | undefined>>;

/**
 * What programs count on of the caller's environment, but for what says where things are on the
 * caller's machine, its languages among them: the image has its own.
 */
const FROM_CALLER = ["CI", "COLORTERM", "DEBUG", "EDITOR", "NODE_ENV", "NO_COLOR", "TERM", "TZ"];

/** A wish of whoever looks at the output. */
const COLOURS = "FORCE_COLOR";

/**
 * What stays the image's where the whole environment goes in: where things are, who runs, and what the
 * image says to its own programs.
 */
const OF_THE_IMAGE = new Set(
  [
    "PATH HOME USER LOGNAME SHELL LANG LANGUAGE TMPDIR PWD OLDPWD SHLVL HOSTNAME _",
    "SSL_CERT_FILE SSL_CERT_DIR NODE_EXTRA_CA_CERTS CLAUDE_CONFIG_DIR CODEX_HOME DISABLE_AUTOUPDATER",
    "XDG_RUNTIME_DIR",
  ].flatMap((names) => names.split(" ")),
);

/**
 * Pure: the variables of commands, those that come from whoever enters by their names alone. `caller`
 * is who enters now: with `inherit: all` the names are theirs.
 */
export function planVariables(
  policy: ResolvedPolicy,
  caller: CallerVariables = {},
): Pick<SandboxPlan, "environment" | "allowedVariables"> {
  const { set, allow } = policy.environment;
  const goesIn = (name: string) => judge(policy, name).effect === "allow";
  const named = allow.map(({ value }) => value);
  // What is set goes before what nobody has named.
  const others = [...FROM_CALLER.filter(goesIn), ...colours(policy), ...inherited(policy, caller)];
  const isSet = new Set(set.map(({ name }) => name));
  return {
    environment: Object.fromEntries(
      set.filter(({ name }) => goesIn(name)).map(({ name, value }) => [name, value]),
    ),
    allowedVariables: [
      ...new Set([...named.filter(goesIn), ...others.filter((name) => !isSet.has(name))]),
    ],
  };
}

function judge(policy: ResolvedPolicy, name: string, value?: string): Decision {
  return decide(policy, { operation: "env", name, ...(value !== undefined && { value }) });
}

function colours(policy: ResolvedPolicy): readonly string[] {
  const isOut =
    policy.environment.inherit.value === "none" ||
    judge(policy, COLOURS).rule === "blocked-variable";
  return isOut ? [] : [COLOURS];
}

/** Names that nobody has written. */
function inherited(policy: ResolvedPolicy, caller: CallerVariables): readonly string[] {
  if (policy.environment.inherit.value !== "all") return [];
  return Object.entries(caller)
    .filter(([name, value]) => isForeign(name) && judge(policy, name, value).effect === "allow")
    .map(([name]) => name);
}

/** A function of the caller's shell is none of these, and neither is what steers our own programs. */
function isForeign(name: string): boolean {
  return (
    /^[A-Za-z_]\w*$/.test(name) && !/^(LC_|AGENT_SANDBOX_)/.test(name) && !OF_THE_IMAGE.has(name)
  );
}
