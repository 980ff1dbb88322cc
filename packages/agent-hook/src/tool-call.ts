/** What an agent says before it uses a tool: the JSON of Claude Code's and Codex's `PreToolUse`. */
export interface ToolCall {
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** The agent's working directory. */
  readonly directory: string | undefined;
}

export class ToolCallError extends Error {
  override readonly name = "ToolCallError";
}

/** Reads what came in; throws a ToolCallError where it is no tool call. */
export function parseToolCall(text: string): ToolCall {
  const { tool_name: tool, tool_input: input = {}, cwd } = parseRecord(text);
  if (typeof tool !== "string" || tool === "") throw new ToolCallError("it names no tool");
  if (cwd !== undefined && (typeof cwd !== "string" || !cwd.startsWith("/"))) {
    throw new ToolCallError("its working directory is not an absolute path");
  }
  // Codex hands a tool's text on as it is.
  const fields = typeof input === "string" ? { input } : input;
  if (!isRecord(fields)) throw new ToolCallError("its input is not an object");
  return { tool, input: fields, directory: cwd };
}

function parseRecord(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    if (isRecord(value)) return value;
  } catch {
    // Said below.
  }
  throw new ToolCallError("it is not a JSON object");
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
