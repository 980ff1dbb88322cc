export { DEFAULTS, GIT_HOSTS } from "./defaults.ts";
export { decide } from "./decide/decide.ts";
export type { Decision, Effect, RuleId } from "./decide/decision.ts";
export { hidingNames } from "./decide/hiding-names.ts";
export { mayCall } from "./decide/may-call.ts";
export type { PathTarget, PolicyRequest } from "./decide/request.ts";
export { didYouMean } from "./did-you-mean.ts";
export { policyJsonSchema } from "./json-schema.ts";
export { nameMatcher } from "./match/name-matcher.ts";
export { OPERATIONS } from "./operations.ts";
export { parsePolicy, type PolicyLayer } from "./parse-policy.ts";
export { PolicyError } from "./policy-error.ts";
export {
  DEFAULT_PRESET,
  GROUPS as PRESET_GROUPS,
  type Preset,
  PRESETS,
} from "./presets/presets.ts";
export { covers, isDenied } from "./resolve/denials.ts";
export { engineChoice } from "./resolve/engine-choice.ts";
export { resolvePolicy } from "./resolve/resolve-policy.ts";
export type { Widening } from "./resolve/widenings/widening.ts";
export { wideningsOf } from "./resolve/widenings/widenings-of.ts";
export type { ResolveContext } from "./resolve/resolve-context.ts";
export type {
  CommandRule,
  EngineName,
  LinkedPath,
  PathLevel,
  PathRule,
  PolicyTest,
  ResolvedAgents,
  ResolvedAudit,
  ResolvedCommand,
  ResolvedContainer,
  ResolvedEnvironment,
  ResolvedFilesystem,
  ResolvedNetwork,
  ResolvedPolicy,
  ResolvedTools,
  ResolvedVirtual,
} from "./resolve/resolved-policy.ts";
export type { EngineChoice } from "./schema/engine.ts";
export { isHostName, parseHostPattern } from "./schema/host-name.ts";
export { ipVersion } from "./schema/ip-address.ts";
export type { ProtectedPath } from "./schema/protected-path.ts";
export type { PortMapping } from "./schema/published-port.ts";
export {
  keyPath,
  type LayerName,
  type LayerSource,
  type Source,
  type Sourced,
  toCamel,
  toFileSpelling,
  toKebab,
} from "./source.ts";
