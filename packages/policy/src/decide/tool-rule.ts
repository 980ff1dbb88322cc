import { exact } from "../match/fold.ts";
import { matchesSegment, parseSegmentGlob, type SegmentGlob } from "../match/segment-glob.ts";
import type { Parsed } from "../schema/refusal.ts";
import type { ToolRequest } from "./request.ts";

/** A rule for tools as Claude Code's settings have them: `Write`, `Bash(git push:*)`, `mcp__x__*`. */
export interface ToolRule {
  readonly name: SegmentGlob;
  /** What the argument must match; any, where there is none. */
  readonly argument: ArgumentPattern | undefined;
}

interface ArgumentPattern {
  readonly glob: SegmentGlob;
  /** `git push:*`: these words in front, whatever follows. */
  readonly isPrefix: boolean;
}

/** Under other names the same: whoever may not edit may not edit in another way. */
const SAME: Readonly<Record<string, readonly string[]>> = {
  Edit: ["MultiEdit", "NotebookEdit", "apply_patch"],
  // Codex has one tool for both.
  Write: ["apply_patch"],
};

export function parseToolRule(text: string): Parsed<ToolRule> {
  const [, written, bracketed] = /^((?!-)[^\s()]+)(?:\((.*)\))?$/s.exec(text) ?? [];
  if (written === undefined) {
    return {
      refused: `${JSON.stringify(text)} is not a tool's name`,
      hint: 'Write "Write", "mcp__server__*" or "Bash(git push:*)"',
    };
  }
  const name = parseSegmentGlob(written, exact);
  if ("refused" in name) return name;
  if (bracketed === undefined || bracketed === "*") {
    return { value: { name: name.value, argument: undefined } };
  }
  const isPrefix = bracketed.endsWith(":*");
  const glob = parseSegmentGlob(isPrefix ? bracketed.slice(0, -2) : bracketed, exact);
  if ("refused" in glob) return glob;
  return { value: { name: name.value, argument: { glob: glob.value, isPrefix } } };
}

/** Without an argument that is known, a rule that asks for one does not match. */
export function matchesTool({ name, argument }: ToolRule, request: ToolRequest): boolean {
  if (!isNamed(name, request.tool)) return false;
  if (argument === undefined) return true;
  if (request.argument === undefined) return false;
  return matchesArgument(argument, request.argument);
}

/** Whether a rule is about this tool, whatever it says of arguments. */
export function isAbout({ name }: ToolRule, tool: string): boolean {
  return isNamed(name, tool);
}

function isNamed(name: SegmentGlob, tool: string): boolean {
  if (matchesSegment(name, tool) || (SAME[name.text] ?? []).includes(tool)) return true;
  // "mcp__server" is all tools of that server.
  const isServer = name.parts.length === 0 && /^mcp__(?:(?!__).)+$/.test(name.text);
  return isServer && tool.startsWith(`${name.text}__`);
}

function matchesArgument({ glob, isPrefix }: ArgumentPattern, argument: string): boolean {
  const given = argument.trim();
  if (!isPrefix) return matchesSegment(glob, given);
  const words = given.split(/\s+/);
  return words.some((_, index) => matchesSegment(glob, words.slice(0, index + 1).join(" ")));
}
