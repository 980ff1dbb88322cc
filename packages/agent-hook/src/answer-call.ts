import type { Asked } from "./asked.ts";
import { askedOfCall } from "./asked-of-call.ts";
import type { Facts } from "./facts.ts";
import { judgeCall, type Judgement } from "./judge-call.ts";
import { type OpenedList, withOpenedHosts } from "./opened-hosts.ts";
import {
  type HandedPolicy,
  type JudgedPolicy,
  parsePolicyFile,
  PolicyFileError,
} from "./policy-file.ts";
import { reportLine } from "./report.ts";
import { parseToolCall, ToolCallError } from "./tool-call.ts";

export interface HookPorts {
  /** Who asks, by the name that the image registers it with; a policy may name somebody else. */
  readonly agent?: string | undefined;
  /** What the agent says, whole. */
  readonly call: string;
  /** The compiled policy, or why there is none. */
  readonly policy: string | Error;
  /** The hosts that were opened since; undefined where none was. */
  readonly opened?: OpenedList | undefined;
  /** Where the program runs, if the call does not say it. */
  readonly directory: string;
  readonly variables: Readonly<Record<string, string | undefined>>;
  readonly gatherFacts: (asked: readonly Asked[]) => Facts;
}

/** What the program does: its status, what it says to the agent, and what it reports. */
export interface HookAnswer {
  /** 0: the agent's own rules go on. 2: the call does not happen. */
  readonly status: 0 | 2;
  readonly message: string;
  readonly reports: readonly string[];
}

/** Never allows anything: where it has nothing against a call, the agent's own questions stay. */
export function answerCall(ports: HookPorts): HookAnswer {
  const handed = orFailure(PolicyFileError, () => handedPolicy(ports.policy));
  if (handed instanceof PolicyFileError) return unreadable("unreadable-policy", handed, ports);
  const { policy, agent = ports.agent } = handed;
  const answer = orFailure(ToolCallError, () => answered(policy, { ...ports, agent }));
  return answer instanceof ToolCallError
    ? unreadable("unreadable-call", answer, { agent })
    : answer;
}

function orFailure<T, Failure extends Error>(
  kind: new (message: string) => Failure,
  read: () => T,
): T | Failure {
  try {
    return read();
  } catch (error) {
    if (error instanceof kind) return error;
    throw error;
  }
}

function handedPolicy(policy: HookPorts["policy"]): HandedPolicy {
  if (typeof policy !== "string") throw new PolicyFileError(policy.message);
  return parsePolicyFile(policy);
}

function unreadable(
  rule: Judgement["rule"],
  { message: reason }: Error,
  asking: Asking,
): HookAnswer {
  return refusal([{ operation: "tool", target: "?", effect: "deny", rule, reason }], asking);
}

function answered(given: JudgedPolicy, ports: HookPorts): HookAnswer {
  const { variables, gatherFacts, agent } = ports;
  const policy = withOpenedHosts(given, ports.opened);
  const call = parseToolCall(ports.call);
  const asked = askedOfCall(call, { directory: call.directory ?? ports.directory, variables });
  const judgements = judgeCall(policy, asked, gatherFacts(asked));
  const denials = judgements.filter(({ effect }) => effect === "deny");
  return denials.length > 0 ? refusal(denials, { agent }) : consent(judgements, policy, { agent });
}

type Asking = Pick<HookPorts, "agent">;

function consent(
  judgements: readonly Judgement[],
  policy: JudgedPolicy,
  asking: Asking,
): HookAnswer {
  const isRecorded = policy.audit.level.value === "all";
  return { status: 0, message: "", reports: isRecorded ? reportsOf(judgements, asking) : [] };
}

/** So many are told; a script may ask for thousands. */
const TOLD = 5;
const REPORTED = 20;

function refusal(denials: readonly Judgement[], asking: Asking): HookAnswer {
  const lines = [...new Set(denials.map(lineOf))];
  const more = lines.length > TOLD ? [`  and ${lines.length - TOLD} more`] : [];
  const message = [
    "agent-sandbox: the policy does not allow this",
    ...lines.slice(0, TOLD),
    ...more,
  ];
  return { status: 2, message: `${message.join("\n")}\n`, reports: reportsOf(denials, asking) };
}

function lineOf({ operation, target, reason, rule }: Judgement): string {
  return `  ${operation} ${shown(target)}: ${shown(reason)} (${rule})`;
}

function shown(text: string): string {
  const plain = text.replace(/[\0-\x1f\x7f]/g, " ");
  return plain.length > 300 ? `${plain.slice(0, 300)}…` : plain;
}

function reportsOf(judgements: readonly Judgement[], { agent }: Asking): readonly string[] {
  const lines = judgements
    .map((one) => reportLine(one, agent))
    .filter((line) => line !== undefined);
  return [...new Set(lines)].slice(0, REPORTED);
}
