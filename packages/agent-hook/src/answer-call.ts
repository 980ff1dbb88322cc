import type { Asked } from "./asked.ts";
import { askedOfCall } from "./asked-of-call.ts";
import type { Facts } from "./facts.ts";
import { judgeCall, type Judgement } from "./judge-call.ts";
import { withOpenedHosts } from "./opened-hosts.ts";
import { type JudgedPolicy, parsePolicyFile, PolicyFileError } from "./policy-file.ts";
import { reportLine } from "./report.ts";
import { parseToolCall, ToolCallError } from "./tool-call.ts";

export interface HookPorts {
  /** Who asks, by the name that the image registers it with; a policy may name somebody else. */
  readonly agent?: string | undefined;
  /** What the agent says, whole. */
  readonly call: string;
  /** The compiled policy, or why there is none. */
  readonly policy: string | Error;
  /** The list of the hosts that were opened since; undefined where none was. */
  readonly opened?: string | undefined;
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
  try {
    return answered(ports);
  } catch (error) {
    if (!(error instanceof ToolCallError || error instanceof PolicyFileError)) throw error;
    const rule = error instanceof ToolCallError ? "unreadable-call" : "unreadable-policy";
    const { message: reason } = error;
    const denial = { operation: "tool", target: "?", effect: "deny", rule, reason } as const;
    return refusal([denial], ports);
  }
}

function answered({ gatherFacts, ...ports }: HookPorts): HookAnswer {
  if (typeof ports.policy !== "string") throw new PolicyFileError(ports.policy.message);
  const { policy: given, agent = ports.agent } = parsePolicyFile(ports.policy);
  const policy = withOpenedHosts(given, ports.opened ?? "");
  const call = parseToolCall(ports.call);
  const { variables } = ports;
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
