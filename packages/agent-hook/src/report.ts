import type { Judgement } from "./judge-call.ts";

/** What a pipe takes whole. */
const LINE = 1500;
const TEXT = 400;

/** A judgement as one line for PID 1; undefined where it cannot be made short enough. */
export function reportLine(judgement: Judgement, agent?: string): string | undefined {
  const { operation, target, effect, rule, reason } = judgement;
  const line = `${JSON.stringify({
    operation,
    target: plain(target),
    result: effect === "deny" ? "blocked" : "allowed",
    policy: rule,
    reason: plain(reason),
    ...(agent === undefined ? {} : { agent: plain(agent) }),
  })}\n`;
  return Buffer.byteLength(line) <= LINE ? line : shorter(judgement, agent);
}

/** Letters of several bytes. */
function shorter(judgement: Judgement, agent: string | undefined): string | undefined {
  const { target } = judgement;
  if (target.length < 50) return undefined;
  return reportLine({ ...judgement, target: target.slice(0, 40), reason: "" }, agent);
}

function plain(text: string): string {
  return text
    .slice(0, TEXT)
    .toWellFormed()
    .replace(/[\0-\x1f\x7f]/g, " ");
}
