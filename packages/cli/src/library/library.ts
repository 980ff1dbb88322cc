// What a program that imports "agent-sandbox" gets. Invariant: these types name nothing of the
// workspace's other packages, which an installed package does not have.
export { open } from "./open.ts";
export type { Policy } from "./policy.ts";
export type {
  EngineName,
  ExecOptions,
  ExecResult,
  OpenOptions,
  Sandbox,
  SandboxFailure,
} from "./sandbox.ts";
