import type { SandboxPlan } from "../plan.ts";

/** The part of a plan that says where the work is. */
export type FilesPlan = Pick<SandboxPlan, "mounts" | "placeholders" | "workdir" | "branch">;
