import { decisionEvent, SandboxError } from "@agent-sandbox/core";
import {
  decide,
  type Decision,
  type PolicyRequest,
  type ResolvedPolicy,
} from "@agent-sandbox/policy";

import type { CommandGuard } from "../shell/world.ts";
import type { AuditOptions } from "./options.ts";

/** What is judged, as a record of it says. */
export interface Judged {
  readonly request: PolicyRequest;
  readonly target: string;
}

/** A decision, by whatever decides beside the policy's rules as well. */
export interface Decided extends Pick<Decision, "effect" | "reason"> {
  readonly rule: string;
}

/** Asks the policy before anything happens, and records what it says. */
export class Judge implements CommandGuard {
  refusals = 0;
  readonly policy: ResolvedPolicy;
  readonly #audit: AuditOptions | undefined;
  #records: Promise<void>[] = [];
  #failure: unknown;

  constructor(policy: ResolvedPolicy, audit: AuditOptions | undefined) {
    this.policy = policy;
    this.#audit = audit;
  }

  /** Of a command: its program, and its line as an agent's shell tool would have it. */
  refusal(argv: readonly string[]): string | undefined {
    const [program = ""] = argv;
    const line = argv.join(" ");
    const answers = [
      this.ask({ request: { operation: "exec", program }, target: program }),
      this.ask({ request: { operation: "tool", tool: "Bash", argument: line }, target: "Bash" }),
    ];
    const denial = answers.find(({ effect }) => effect === "deny");
    return denial === undefined ? undefined : `refused by the policy: ${denial.reason}`;
  }

  ask({ request, target }: Judged): Decision {
    const decision = decide(this.policy, request);
    this.tell(request.operation, target, decision);
    return decision;
  }

  /** What it would say, without a record: nothing is done. */
  wouldAllow(request: PolicyRequest): boolean {
    return decide(this.policy, request).effect === "allow";
  }

  /** Counts and records what was decided; nothing goes on where nothing can be recorded. */
  tell(operation: string, target: string, decided: Decided): void {
    if (this.#failure !== undefined) throw auditFailed(this.#failure);
    if (decided.effect === "deny") this.refusals += 1;
    if (decided.effect === "deny" || this.policy.audit.level.value === "all") {
      this.#record(operation, target, decided);
    }
  }

  /** Until everything is on record. */
  async recorded(): Promise<void> {
    while (this.#records.length > 0) {
      const records = this.#records;
      this.#records = [];
      await Promise.all(records);
    }
    if (this.#failure !== undefined) throw auditFailed(this.#failure);
  }

  get hasRecords(): boolean {
    return this.#records.length > 0 || this.#failure !== undefined;
  }

  #record(operation: string, target: string, { effect, reason, rule }: Decided): void {
    if (this.#audit === undefined) return;
    const { runId, sink } = this.#audit;
    const event = decisionEvent({
      operation,
      target,
      result: effect === "deny" ? "blocked" : "allowed",
      policy: rule,
      reason,
      engine: "virtual",
      workspace: this.policy.filesystem.places.workspace,
      ...(runId !== undefined && { runId }),
    });
    const appended = sink.append(event).catch((error: unknown) => {
      this.#failure ??= error;
    });
    this.#records.push(appended);
  }
}

function auditFailed(cause: unknown): SandboxError {
  if (cause instanceof SandboxError) return cause;
  return new SandboxError("AUDIT_FAILED", "Cannot record what was decided: the sink refused it", {
    cause,
  });
}
