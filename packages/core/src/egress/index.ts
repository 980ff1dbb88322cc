export {
  type EgressRules,
  judgeTarget,
  type OpenName,
  type Refusal,
  type Target,
} from "./judge-target.ts";
export { type Lookup, lookupBy, resolveName } from "./resolve-name.ts";
