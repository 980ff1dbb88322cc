import { type Answer, type Conversation, type ServerEvent, textsOf } from "./conversation.ts";
import { type Step, stepAfter, stepsOf } from "./step.ts";

/** The Responses API, as far as Codex needs it: one streamed item for each request. */
export function answerResponses(body: Conversation): Answer {
  const input = body.input ?? [];
  const results = input.filter(({ type }) => type?.endsWith("_call_output"));
  const pieces = input.flatMap(({ content }) =>
    typeof content === "string" ? [] : (content ?? []),
  );
  const steps = stepsOf(textsOf(pieces));
  const step: Step = steps === undefined ? { say: "ok" } : stepAfter(steps, results.length);
  const developers = input.filter(({ role }) => role === "developer");
  const told = developers.flatMap(({ content = [] }) =>
    typeof content === "string" ? [content] : textsOf(content),
  );
  return {
    told: [body.instructions ?? "", ...told],
    results: results.map(({ output }) => JSON.stringify(output)),
    events: responseEvents(step, results.length),
  };
}

function responseEvents(step: Step, turn: number): readonly ServerEvent[] {
  const id = `resp_${turn.toString()}`;
  const usage = {
    ...{ input_tokens: 10, input_tokens_details: null },
    ...{ output_tokens: 5, output_tokens_details: null, total_tokens: 15 },
  };
  return [
    { type: "response.created", response: { id } },
    { type: "response.output_item.done", item: item(step, turn) },
    { type: "response.completed", response: { id, usage } },
  ];
}

function item(step: Step, turn: number) {
  if ("say" in step) {
    const content = [{ type: "output_text", text: step.say }];
    return { type: "message", role: "assistant", id: `msg_${turn.toString()}`, content };
  }
  const call_id = `call_${turn.toString()}`;
  if ("call" in step) throw new TypeError("Codex has no MCP server here");
  if ("shell" in step || "read" in step) {
    const args = JSON.stringify({ cmd: "shell" in step ? step.shell : `cat ${step.read}` });
    return { type: "function_call", name: "exec_command", arguments: args, call_id };
  }
  return { type: "custom_tool_call", name: "apply_patch", input: patch(step.write), call_id };
}

/** A new file in Codex's own form of a patch. */
function patch({ path, content }: { readonly path: string; readonly content: string }): string {
  const added = content
    .trimEnd()
    .split("\n")
    .map((line) => `+${line}`);
  return ["*** Begin Patch", `*** Add File: ${path}`, ...added, "*** End Patch"].join("\n");
}
