// What judges by a resolved policy: it loads no zod, and works on a policy that JSON has carried.
export { type BlockedPaths, blockedPaths, type BlockMatch } from "./blocked-paths.ts";
export { type ActionPolicy, type ActionRequest, decide, decideAction } from "./decide.ts";
export type { Decision, Effect, RuleId } from "./decision.ts";
export type { PathRequest, PathTarget, PolicyRequest } from "./request.ts";
export { segmentsOf, type Segments } from "../paths/segments.ts";
