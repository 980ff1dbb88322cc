import { exact } from "../match/fold.ts";
import { matchesSegment, parseSegmentGlob } from "../match/segment-glob.ts";
import type { ResolvedEnvironment } from "../resolve/resolved-policy.ts";
import { type Decision, decision, placeOf } from "./decision.ts";
import type { EnvironmentRequest } from "./request.ts";
import { isCoreVariable, isSecretVariable, isSteeringVariable } from "./variable-rules.ts";

/** Whether a variable goes in: block, then allow, then what is a secret, then what is inherited. */
export function decideVariable(
  environment: ResolvedEnvironment,
  { name, value }: EnvironmentRequest,
): Decision {
  if (name === "" || /[=\0]/.test(name)) {
    return decision({
      effect: "deny",
      rule: "invalid-variable",
      reason: `${JSON.stringify(name)} is not the name of a variable`,
    });
  }
  return (
    byName(environment, name) ??
    bySecret(environment, { name, value }) ??
    byInheritance(environment, name)
  );
}

function byName({ block, set, allow }: ResolvedEnvironment, name: string): Decision | undefined {
  const blocked = block.find((glob) => isNamed(glob.value, name));
  if (blocked !== undefined) {
    return decision({
      effect: "deny",
      rule: "blocked-variable",
      by: blocked,
      reason: `"${name}" matches ${JSON.stringify(blocked.value)}`,
      wouldChange: `Take it out of ${placeOf(blocked.source)}`,
    });
  }
  const own = set.find((variable) => variable.name === name);
  const allowed = own ?? allow.find((entry) => entry.value === name);
  if (allowed !== undefined) {
    return decision({
      effect: "allow",
      rule: own === undefined ? "allowed-variable" : "set-variable",
      by: allowed,
      reason: `"${name}" is named`,
      wouldChange: `Take it out of ${placeOf(allowed.source)}`,
    });
  }
  return undefined;
}

function bySecret(
  { filterSecrets }: ResolvedEnvironment,
  { name, value }: Omit<EnvironmentRequest, "operation">,
): Decision | undefined {
  const steers = isSteeringVariable(name);
  if (!steers && !(filterSecrets.value && isSecretVariable(name, value))) return undefined;
  return decision({
    effect: "deny",
    rule: steers ? "steering-variable" : "secret-variable",
    by: steers ? undefined : filterSecrets,
    reason: steers ? `"${name}" steers programs before they start` : `"${name}" holds a secret`,
    wouldChange: `Name it in environment.allow`,
  });
}

function byInheritance({ inherit }: ResolvedEnvironment, name: string): Decision {
  if (inherit.value === "all") {
    return decision({
      effect: "allow",
      rule: "inherited-variable",
      by: inherit,
      reason: "the whole environment goes in",
      wouldChange: "Name it in environment.block",
    });
  }
  const isIn = inherit.value === "core" && isCoreVariable(name);
  return decision({
    effect: isIn ? "allow" : "deny",
    rule: isIn ? "core-variable" : "variable-not-inherited",
    by: inherit,
    reason: isIn
      ? `"${name}" is one of the variables that programs count on`
      : `"${name}" is not among the variables that go in`,
    wouldChange: `Name it in environment.${isIn ? "block" : "allow"}`,
  });
}

function isNamed(glob: string, name: string): boolean {
  const parsed = parseSegmentGlob(glob, exact);
  // A pattern that cannot be read never gets here; if it did, it would keep everything out.
  return "refused" in parsed || matchesSegment(parsed.value, name);
}
