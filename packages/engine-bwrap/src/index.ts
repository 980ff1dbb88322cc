export { BwrapEngine, type BwrapPorts } from "./bwrap-engine.ts";
export { describePlan, type DescribeRequest } from "./describe-plan.ts";
export { toBwrapArgs } from "./to-bwrap-args.ts";
export { findLauncher, gatherShimFacts, type ShimSurroundings } from "./shims/gather-shim-facts.ts";
export { MULTICALL } from "./shims/sh-shim.ts";
export { planShims } from "./shims/plan-shims.ts";
export { type Egress, type EgressRequest, startEgress } from "./egress/start-egress.ts";
