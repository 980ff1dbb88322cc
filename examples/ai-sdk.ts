// A sandbox in memory as a tool of the AI SDK: the model types bash, and no process starts.
import { openVirtual, type VirtualSandbox } from "@agent-sandbox/engine-virtual";
import { generateText, isStepCount, jsonSchema, type LanguageModel, type Tool, tool } from "ai";

interface Typed {
  readonly command: string;
}

interface Printed {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number;
}

/** Models call tools side by side, and a sandbox runs one command at a time: the others wait. */
export function bashTool(sandbox: VirtualSandbox): Tool<Typed, Printed> {
  let last: Promise<unknown> = Promise.resolve();
  return tool({
    description:
      "Runs a bash command. Files, variables and the working directory stay from call to call; there is no network.",
    inputSchema: jsonSchema<Typed>({
      type: "object",
      properties: { command: { type: "string", description: "as it would be typed" } },
      required: ["command"],
      additionalProperties: false,
    }),
    execute: async ({ command }, { abortSignal }) => {
      const options = abortSignal === undefined ? {} : { signal: abortSignal };
      const done = last.then(() => sandbox.execute(command, options));
      last = done.catch(() => undefined);
      const { stdout, stderr, exitCode } = await done;
      return { stdout, stderr, exitCode };
    },
  });
}

/** Lets a model work on files until it is done; what it says at the end, and the sandbox as it left it. */
export async function solve(
  model: LanguageModel,
  prompt: string,
  files: Readonly<Record<string, string>>,
): Promise<{ readonly text: string; readonly sandbox: VirtualSandbox }> {
  const sandbox = openVirtual({ files, workingDirectory: "/work" });
  const tools = { bash: bashTool(sandbox) };
  const { text } = await generateText({ model, prompt, tools, stopWhen: isStepCount(50) });
  return { text, sandbox };
}
