import { type Step, stepAfter, stepsOf } from "./step.ts";
import {
  type Answer,
  type Conversation,
  type Piece,
  type ServerEvent,
  textsOf,
} from "./conversation.ts";

/** The Messages API, as far as Claude Code needs it: one streamed message for each request. */
export function answerMessages(body: Conversation): Answer {
  const blocks = (body.messages ?? []).flatMap(({ content = [] }): readonly Piece[] =>
    typeof content === "string" ? [{ type: "text", text: content }] : content,
  );
  const results = blocks.filter(({ type }) => type === "tool_result");
  const steps = stepsOf(textsOf(blocks));
  const hasTools = (body.tools ?? []).some(({ name }) => name === "Bash");
  // Titles and summaries are asked for without tools.
  const step: Step =
    steps === undefined || !hasTools ? { say: "ok" } : stepAfter(steps, results.length);
  return {
    told: typeof body.system === "string" ? [body.system] : textsOf(body.system ?? []),
    results: results.map(({ content }) => JSON.stringify(content)),
    events: messageEvents(step, results.length),
  };
}

function messageEvents(step: Step, turn: number): readonly ServerEvent[] {
  const { start, delta } = block(step, turn);
  const usage = { input_tokens: 10, output_tokens: 5 };
  const message = {
    ...{ id: `msg_${turn.toString()}`, type: "message", role: "assistant", model: "test" },
    ...{ content: [], stop_reason: null, stop_sequence: null, usage },
  };
  const stop_reason = "say" in step ? "end_turn" : "tool_use";
  return [
    { type: "message_start", message },
    { type: "content_block_start", index: 0, content_block: start },
    { type: "content_block_delta", index: 0, delta },
    { type: "content_block_stop", index: 0 },
    { type: "message_delta", delta: { stop_reason, stop_sequence: null }, usage },
    { type: "message_stop" },
  ];
}

function block(step: Step, turn: number) {
  if ("say" in step) {
    return { start: { type: "text", text: "" }, delta: { type: "text_delta", text: step.say } };
  }
  const [name, input] = toolUse(step);
  return {
    start: { type: "tool_use", id: `toolu_${turn.toString()}`, name, input: {} },
    delta: { type: "input_json_delta", partial_json: JSON.stringify(input) },
  };
}

function toolUse(step: Exclude<Step, { readonly say: string }>) {
  if ("shell" in step) return ["Bash", { command: step.shell, description: "a step" }] as const;
  if ("call" in step) return [step.call.tool, step.call.input] as const;
  if ("read" in step) return ["Read", { file_path: step.read }] as const;
  return ["Write", { file_path: step.write.path, content: step.write.content }] as const;
}
