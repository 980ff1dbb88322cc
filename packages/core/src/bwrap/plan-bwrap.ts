import { decide, type ResolvedPolicy } from "@agent-sandbox/policy";

import { SandboxError } from "../errors.ts";
import type { CallerVariables } from "../plan/plan-variables.ts";
import type { BwrapFacts } from "./bwrap-facts.ts";
import type { BwrapNetwork, BwrapPlan, PlannedFile, ShimPlan } from "./bwrap-plan.ts";
import { checkBwrapSupported } from "./check-bwrap-supported.ts";
import { madeRepository } from "./made-repository.ts";
import { planBwrapFiles } from "./plan-bwrap-files.ts";

export interface BwrapPlanRequest {
  readonly policy: ResolvedPolicy;
  readonly facts: BwrapFacts;
  readonly shims: ShimPlan;
  /** The program that people call, as it stands inside: by it one tells that one is in a sandbox. */
  readonly program: string;
  /** What is to run, where that is known: git may make a repository where there is none. */
  readonly argv?: readonly string[] | undefined;
  /** The environment of whoever starts it; its values are kept nowhere. */
  readonly caller: CallerVariables;
}

const NETWORKS = { all: "shared", domains: "proxy", none: "none" } as const satisfies Record<
  string,
  BwrapNetwork
>;

/** A sandbox in a sandbox is the last. */
const DEEPEST = 2;

/**
 * Pure: what the bwrap engine must do, from what is wished and what is there. Fails with
 * WORKSPACE_INVALID where the workspace cannot be protected, and with POLICY_UNSUPPORTED where a rule
 * cannot be kept: a rule is never weakened in silence.
 */
export function planBwrap(request: BwrapPlanRequest): BwrapPlan {
  const { policy, facts, shims, program, argv = [], caller } = request;
  const depth = facts.depth + 1;
  if (depth > DEEPEST) throw tooDeep();
  // Root is refused for good by the engine.
  if (depth > 1 && !facts.isNestingOpen && !facts.isRoot) throw notOpen();
  const nests = policy.nested.value && depth < DEEPEST;
  checkBwrapSupported(policy, facts);
  return {
    workspace: facts.workspace,
    user: facts.owner,
    ...planBwrapFiles(policy, facts, { shims, makes: madeRepository(argv) }),
    ...bwrapVariables(policy, facts, caller),
    network: NETWORKS[policy.network.external.value],
    shims: { ...shims, files: [...marks(program, depth, nests), ...shims.files] },
    workdir: facts.workspace.path,
    nests,
    depth,
  };
}

/** Where things are is the same inside: whatever may go in does, by its name. */
function bwrapVariables(
  policy: ResolvedPolicy,
  { docker }: BwrapFacts,
  caller: CallerVariables,
): Pick<BwrapPlan, "environment" | "allowedVariables"> {
  const isOpen = policy.environment.inherit.value !== "none";
  const goesIn = (name: string, value?: string) =>
    (isOpen && isPlace(name, policy)) ||
    decide(policy, { operation: "env", name, ...(value !== undefined && { value }) }).effect ===
      "allow";
  const set = policy.environment.set.filter(({ name }) => goesIn(name));
  const isSet = new Set(set.map(({ name }) => name));
  return {
    environment: {
      ...Object.fromEntries(set.map(({ name, value }) => [name, value])),
      ...dockerHost(docker),
    },
    allowedVariables: Object.entries(caller)
      // A function of the caller's shell is none.
      .filter(([name]) => /^[A-Za-z_]\w*$/.test(name) && !isSet.has(name))
      .filter(([name, value]) => value !== undefined && goesIn(name, value))
      .map(([name]) => name)
      .sort(),
  };
}

/** Where programs keep what is theirs, which is the same inside; a sandbox in it finds its policy by them. */
function isPlace(name: string, policy: ResolvedPolicy): boolean {
  return (
    /^XDG_(?:CACHE|CONFIG|DATA|STATE)_HOME$/.test(name) &&
    decide(policy, { operation: "env", name }).rule !== "blocked-variable"
  );
}

function dockerHost(docker: BwrapFacts["docker"]): Readonly<Record<string, string>> {
  if (docker === undefined) return {};
  if ("host" in docker) return { DOCKER_HOST: docker.host };
  throw new SandboxError("WORKSPACE_INVALID", `Cannot grant Docker's socket: ${docker.problem}`, {
    hint: 'Start the daemon, or set "docker" to false',
  });
}

function marks(program: string, depth: number, nests: boolean): readonly PlannedFile[] {
  const [target, content] = ["/run/agent-sandbox/agent-sandbox", program];
  return [
    { target, content, mode: 0o555 },
    { target: "/run/agent-sandbox/depth", content: depth.toString(), mode: 0o444 },
    ...(nests ? [{ target: "/run/agent-sandbox/nests", content: "", mode: 0o444 }] : []),
  ];
}

function notOpen(): SandboxError {
  return new SandboxError(
    "POLICY_UNSUPPORTED",
    "Cannot open a sandbox in a sandbox: the one around this lets none be opened",
    { hint: 'Run the command as it is, or start the outer one with --nested, or "nested": true' },
  );
}

function tooDeep(): SandboxError {
  return new SandboxError(
    "POLICY_UNSUPPORTED",
    "Cannot open a sandbox: this is a sandbox in a sandbox already, and a third level is refused",
    { hint: "Run the command as it is: both sandboxes around it hold" },
  );
}
