export * from "./audit.ts";
export * from "./engine.ts";
export * from "./errors.ts";
export * from "./facts.ts";
export * from "./placeholders.ts";
export * from "./plan.ts";
export * from "./run-in-sandbox.ts";
export { planSandbox, type PlanRequest } from "./plan/plan-sandbox.ts";
