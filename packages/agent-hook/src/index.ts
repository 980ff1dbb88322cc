export { answerCall, type HookAnswer, type HookPorts } from "./answer-call.ts";
export type { Asked, AskedPath, Surroundings } from "./asked.ts";
export { askedOfCall } from "./asked-of-call.ts";
export { gatherFacts, lookAtPath } from "./gather-facts.ts";
export type { Facts } from "./facts.ts";
export { judgeCall, type Judgement } from "./judge-call.ts";
export { POLICY_FILE, policyFile } from "./policy-file.ts";
export { parseToolCall, type ToolCall } from "./tool-call.ts";
