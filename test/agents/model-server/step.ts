/** One thing that the model wants, in the order of a conversation. */
export type Step =
  | { readonly shell: string }
  /** Claude Code has a tool for it; Codex reads by its shell. */
  | { readonly read: string }
  | { readonly write: { readonly path: string; readonly content: string } }
  /** A tool of an MCP server, which only Claude Code is given. */
  | { readonly call: { readonly tool: string; readonly input: Readonly<Record<string, unknown>> } }
  | { readonly say: string };

/** How a prompt says what the model is to do: the rest of the line is a list of steps in JSON. */
export const STEPS = "STEPS:";

/** The steps that a prompt among these texts asks for; undefined where none does. */
export function stepsOf(texts: readonly string[]): readonly Step[] | undefined {
  const lines = texts.flatMap((text) => text.split("\n"));
  const line = lines.find((text) => text.startsWith(STEPS));
  return line === undefined ? undefined : (JSON.parse(line.slice(STEPS.length)) as Step[]);
}

/** What the model does after so many answers of its tools; at the end it has nothing more to say. */
export function stepAfter(steps: readonly Step[], answered: number): Step {
  return steps[answered] ?? { say: "Done." };
}
