import { describe, expect, it } from "@jest/globals";

import { Teller } from "../../src/agents/teller.ts";

function told(...lines: readonly unknown[]) {
  const said: string[] = [];
  const teller = new Teller("codex", (text, to) => said.push(`${to}: ${text}`));
  for (const line of lines) teller.read(typeof line === "string" ? line : JSON.stringify(line));
  return { said, teller };
}

const message = (text: string) => ({
  type: "item.completed",
  item: { type: "agent_message", text },
});
const lockedOut = { type: "error", message: "unexpected status 401 Unauthorized" };

describe("Teller", () => {
  it("gives words to the output, keeps the last ones, and obeys no control character", () => {
    const { said, teller } = told(message("one"), message("two\u001b[2J"));
    expect(said).toEqual(["output: one", "output: two\u241b[2J"]);
    expect(teller.message).toBe("two\u001b[2J");
  });

  it("says once how to sign in, however often the agent is not let in", () => {
    const { said, teller } = told(lockedOut, lockedOut);
    expect(said.filter((text) => text.includes("agent-sandbox login codex"))).toHaveLength(1);
    expect(teller.hint).toContain('"allow": ["CODEX_API_KEY"]');
  });

  it("tells what is no line of the agent's beside its words, and nothing of an empty one", () => {
    expect(told("panicked at x", "", "  ").said).toEqual(["errors: panicked at x"]);
  });
});
