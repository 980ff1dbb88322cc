export * from "./audit.ts";
export * from "./engine.ts";
export * from "./errors.ts";
export * from "./facts.ts";
export * from "./plan.ts";
