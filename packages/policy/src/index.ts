export { DEFAULTS, GIT_HOSTS } from "./defaults.ts";
export { didYouMean } from "./did-you-mean.ts";
export { policyJsonSchema } from "./json-schema.ts";
export { parsePolicy, type PolicyLayer } from "./parse-policy.ts";
export { PolicyError } from "./policy-error.ts";
export { isDenied } from "./resolve/denials.ts";
export { resolvePolicy } from "./resolve/resolve-policy.ts";
export type {
  ResolvedAgents,
  ResolvedContainer,
  ResolvedNetwork,
  ResolvedPolicy,
} from "./resolve/resolved-policy.ts";
export { isHostName } from "./schema/host-name.ts";
export { ipVersion } from "./schema/ip-address.ts";
export type { ProtectedPath } from "./schema/protected-path.ts";
export type { PortMapping } from "./schema/published-port.ts";
export {
  keyPath,
  type LayerSource,
  type Source,
  type Sourced,
  toCamel,
  toFileSpelling,
  toKebab,
} from "./source.ts";
