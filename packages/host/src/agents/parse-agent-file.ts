import { SandboxError } from "@agent-sandbox/core";
import { parseYaml } from "../config/parse-yaml.ts";
import { type AgentFile, unreadable } from "./agent-file.ts";
import { toolList } from "./tool-list.ts";
import { withoutOthers } from "./without-others.ts";

/** What one argument of a program may hold is 128 KiB (execve(2)). */
const LONGEST_INSTRUCTIONS = 100_000;

/** Front matter between two lines of three hyphens, at the very top, and the rest. */
const PARTS = /^---[ \t]*\r?\n(?:([\s\S]*?)\r?\n)?---[ \t]*(?:\r?\n([\s\S]*))?$/;

export type ParsedAgent = Omit<AgentFile, "file" | "from">;

/**
 * An agent's file, as Claude Code has them: front matter in YAML, and below it what the agent is told.
 * Keys that are nobody's business here are left alone. Fails with CONFIG_INVALID.
 */
export function parseAgentFile(text: string, file: string): ParsedAgent {
  const { frontMatter, body } = split(text.replace(/^\uFEFF/, ""), file);
  const keys = keysOf(frontMatter, file);
  refuseUnknownTools(keys, file);
  for (const name of ["name", "description"]) textAt(keys, name, file);
  const model = textAt(keys, "model", file);
  const instructions = body.trim();
  if (Buffer.byteLength(instructions) > LONGEST_INSTRUCTIONS) {
    const limit = `more than ${(LONGEST_INSTRUCTIONS / 1000).toString()} kB`;
    throw unreadable(file, `what it tells the agent is ${limit}`, "Shorten it");
  }
  return {
    model: model === "inherit" ? undefined : model,
    tools: toolList(keys, "tools", file),
    disallowedTools: DISALLOWED.flatMap((key) => toolList(keys, key, file) ?? []),
    instructions,
  };
}

/** Claude Code's own spelling, and that of the configuration's files. */
const DISALLOWED = ["disallowedTools", "disallowed-tools"];

const OF_TOOLS = ["tools", ...DISALLOWED];

type Keys = Readonly<Record<string, unknown>>;

function split(
  text: string,
  file: string,
): { readonly frontMatter: string; readonly body: string } {
  const [whole, frontMatter = "", body = ""] = PARTS.exec(text) ?? [];
  if (whole !== undefined) return { frontMatter, body };
  const isOpen = /^---[ \t]*\r?\n/.test(text);
  throw unreadable(
    file,
    isOpen ? 'its front matter has no closing "---"' : 'it does not begin with "---"',
    'Write the agent\'s keys between two lines of "---", and below them what it is told',
  );
}

function keysOf(frontMatter: string, file: string): Keys {
  // Lines are told as the file has them.
  const { value } = parsed(`\n${frontMatter}`, file);
  if (typeof value === "object" && value !== null && !Array.isArray(value)) {
    return Object.fromEntries(Object.entries(value));
  }
  throw unreadable(file, "its front matter is not a list of keys", 'Write "tools: Read, Grep"');
}

function parsed(text: string, file: string): { readonly value: unknown } {
  try {
    return parseYaml(text, file);
  } catch (error) {
    const rest = error instanceof SandboxError ? withoutOthers(text) : undefined;
    if (rest !== undefined && rest !== text) return parsed(rest, file);
    if (error instanceof SandboxError) throw error;
    throw unreadable(file, "its front matter is nested too deeply", {
      hint: "Flatten it",
      cause: error,
    });
  }
}

function textAt(keys: Keys, name: string, file: string): string | undefined {
  const value = keys[name] ?? undefined;
  if (value === undefined || typeof value === "string") return value;
  throw unreadable(file, `"${name}" is not a text`, `Write it in quotes`);
}

/** Other keys may be anybody's; one that means tools and is not understood would weaken the agent's rules. */
function refuseUnknownTools(keys: Keys, file: string): void {
  const unknown = Object.keys(keys).find((key) => /tools?$/i.test(key) && !OF_TOOLS.includes(key));
  if (unknown === undefined) return;
  const hint = 'What it may call is "tools", and what it may not "disallowedTools"';
  throw unreadable(file, `it has no meaning for "${unknown}"`, hint);
}
