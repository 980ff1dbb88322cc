// The examples as they stand, with the packages as they are built.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

import { MockLanguageModelV4 } from "ai/test";
import { expect, it } from "@jest/globals";

import { solve } from "../../examples/ai-sdk.ts";

const REPOSITORY = join(import.meta.dirname, "../..");

const USAGE = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};

/** A model that types these commands, all of a step at once, and then says what it saw last. */
function typist(...steps: readonly (readonly string[])[]): MockLanguageModelV4 {
  let turn = 0;
  return new MockLanguageModelV4({
    doGenerate: ({ prompt }) => {
      const commands = steps[turn] ?? [];
      turn += 1;
      const isDone = commands.length === 0;
      return Promise.resolve({
        content: isDone
          ? [{ type: "text", text: JSON.stringify(prompt.at(-1)) }]
          : commands.map((command, index) => ({
              type: "tool-call" as const,
              ...{ toolCallId: `${turn}.${index}`, toolName: "bash" },
              input: JSON.stringify({ command }),
            })),
        finishReason: { unified: isDone ? "stop" : "tool-calls", raw: undefined },
        usage: USAGE,
        warnings: [],
      });
    },
  });
}

it("lets a model of the AI SDK type bash, also side by side", async () => {
  const model = typist(
    ["grep -rl TODO .", "wc -l src/a.txt"],
    ["cd src; x=done; echo $x > b.txt; cat nosuch"],
    ["pwd; cat b.txt; echo $x"],
  );
  const files = { "/work/src/a.txt": "one\nTODO two\n" };
  const { text, sandbox } = await solve(model, "Find what is to be done", files);
  expect(text).toContain(String.raw`/work/src\\ndone\\ndone`.replaceAll("\\\\", "\\"));
  const results = JSON.stringify(model.doGenerateCalls.map(({ prompt }) => prompt.at(-1)));
  expect(results).toContain("./src/a.txt");
  expect(results).toContain("2 src/a.txt");
  expect(results).toContain("nosuch: No such file or directory");
  expect(sandbox.executeSync("cat /work/src/b.txt").stdout).toBe("done\n");
});

it("embeds a sandbox as the README shows it", () => {
  const file = join(REPOSITORY, "examples/embed.ts");
  const [, shown = ""] =
    /^```ts\n(.*?)^```$/ms.exec(readFileSync(join(REPOSITORY, "README.md"), "utf8")) ?? [];
  expect(shown).toContain("openVirtual");
  expect(shown.trimEnd().split("\n").length).toBeLessThanOrEqual(10);
  expect(readFileSync(file, "utf8").startsWith(shown)).toBe(true);
  const said = execFileSync(process.execPath, [file], { encoding: "utf8" });
  expect(JSON.parse(said)).toEqual([0, "hi\n", "hi\n"]);
});
