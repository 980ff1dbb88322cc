import type { Asked, PathOperation, Surroundings } from "./asked.ts";
import { hostOfUrl } from "./asked-hosts.ts";
import { askedOfScript } from "./asked-of-script.ts";
import { pathOf } from "./asked-paths.ts";
import { patchFiles } from "./patch-files.ts";
import { isRecord, type ToolCall } from "./tool-call.ts";

type Judge = (call: ToolCall, surroundings: Surroundings) => readonly Asked[];

/** The tools of Claude Code and Codex that reach out, by the field that says where to. */
const TOOLS: ReadonlyMap<string, Judge> = new Map<string, Judge>([
  ["Read", files("read", "file_path")],
  ["NotebookRead", files("read", "notebook_path")],
  ["Write", files("write", "file_path")],
  ["Edit", files("write", "file_path")],
  ["MultiEdit", files("write", "file_path")],
  ["NotebookEdit", files("write", "notebook_path")],
  ["LS", places("list")],
  ["Glob", askedByGlob],
  ["Grep", places("read")],
  ["Bash", scripts("command")],
  ["PowerShell", refused],
  ["Monitor", askedByMonitor],
  ["WebFetch", askedByFetch],
  ["apply_patch", askedByPatch],
  ["shell", askedByArgv],
  ["local_shell", askedByArgv],
  ["exec_command", scripts("cmd")],
  ["view_image", files("read", "path")],
]);

/** Their input names nothing of this machine. */
const HARMLESS = new Set([
  ...["Agent", "Task", "TaskCreate", "TaskGet", "TaskList", "TaskOutput", "TaskStop", "TaskUpdate"],
  ...["TodoWrite", "TodoRead", "BashOutput", "KillShell", "KillBash", "ExitPlanMode", "WebSearch"],
  ...[
    "EnterPlanMode",
    "AskUserQuestion",
    "Skill",
    "SlashCommand",
    "ToolSearch",
    "StructuredOutput",
  ],
  ...["update_plan", "web_search", "write_stdin", "ScheduleWakeup", "ReadNotifications"],
]);

/** All that a tool call asks for: the tool itself, and what it would touch. */
export function askedOfCall(call: ToolCall, surroundings: Surroundings): readonly Asked[] {
  const argument = argumentOf(call);
  const tool: Asked = { operation: "tool", tool: call.tool, argument };
  if (HARMLESS.has(call.tool)) return [tool];
  const judge = TOOLS.get(call.tool) ?? askedByUnknown;
  return [tool, ...judge(call, surroundings)];
}

/** What a rule such as `Bash(git push:*)` or `Read(*.pem)` looks at. */
function argumentOf({ input }: ToolCall): string | undefined {
  const names = ["command", "cmd", "file_path", "notebook_path", "path", "url", "query", "input"];
  return names.map((name) => input[name]).find((value) => typeof value === "string");
}

function files(operation: PathOperation, field: string): Judge {
  return (call, surroundings) => {
    const path = call.input[field];
    if (typeof path !== "string" || path === "") return [unreadable(call, `"${field}" is no path`)];
    return [{ operation, target: pathOf(path, surroundings) }];
  };
}

/** A directory, which is the working directory where none is given. */
function places(operation: PathOperation): Judge {
  return (call, surroundings) => {
    const { path = "." } = call.input;
    if (typeof path !== "string") return [unreadable(call, '"path" is no path')];
    return [{ operation, target: pathOf(path === "" ? "." : path, surroundings) }];
  };
}

/** What stands in front of the first special character is where it looks. */
function askedByGlob(call: ToolCall, surroundings: Surroundings): readonly Asked[] {
  const { pattern } = call.input;
  const asked = places("list")(call, surroundings);
  if (typeof pattern !== "string") return asked;
  const [place] = /^(?:[^*?[{]*\/)?/.exec(pattern) ?? [""];
  const isElsewhere = place.startsWith("/") || place.startsWith("~") || place.includes("..");
  return isElsewhere
    ? [...asked, { operation: "list", target: pathOf(place, surroundings) }]
    : asked;
}

function scripts(field: string): Judge {
  return (call, surroundings) => {
    const script = call.input[field] ?? call.input["command"];
    if (typeof script !== "string") return [unreadable(call, `"${field}" is no command`)];
    return askedOfScript(script, call.tool, surroundings);
  };
}

function refused(call: ToolCall): readonly Asked[] {
  return [unreadable(call, "its commands cannot be read here")];
}

function askedByMonitor(call: ToolCall, surroundings: Surroundings): readonly Asked[] {
  const { command, ws } = call.input;
  const url = isRecord(ws) ? ws["url"] : undefined;
  return [
    ...(typeof command === "string" ? askedOfScript(command, call.tool, surroundings) : []),
    ...(typeof url === "string" ? hostOfUrl(url) : []),
  ];
}

/** It makes an `http:` of its own into `https:`. */
function askedByFetch(call: ToolCall): readonly Asked[] {
  const { url } = call.input;
  if (typeof url !== "string" || hostOfUrl(url).length === 0) {
    return [unreadable(call, '"url" names no host')];
  }
  return hostOfUrl(url.replace(/^http:/i, "https:"));
}

function askedByPatch(call: ToolCall, surroundings: Surroundings): readonly Asked[] {
  const { input = call.input["command"] ?? call.input["patch"] } = call.input;
  const patch = Array.isArray(input) ? input.join("\n") : input;
  const named = typeof patch === "string" ? patchFiles(patch) : [];
  if (named.length === 0) return [unreadable(call, "the patch names no file")];
  return named.map(({ operation, path }) => ({ operation, target: pathOf(path, surroundings) }));
}

/** `["bash", "-lc", "…"]`: an argv, whose words a script would quote. */
function askedByArgv(call: ToolCall, surroundings: Surroundings): readonly Asked[] {
  const { command, workdir } = call.input;
  const words: readonly unknown[] = Array.isArray(command) ? command : [];
  const texts = words.filter((word) => typeof word === "string");
  if (texts.length === 0 || texts.length < words.length) {
    return scripts("command")(call, surroundings);
  }
  const script = texts.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(" ");
  const directory = typeof workdir === "string" ? pathOf(workdir, surroundings).path : undefined;
  return askedOfScript(script, call.tool, {
    ...surroundings,
    directory: directory ?? surroundings.directory,
  });
}

const WRITING = /write|edit|create|delete|remove|move|rename|append|update|save|put/i;

/**
 * A tool that nobody here knows, such as an MCP server's: what its fields are called says what they
 * are. Of paths only rules count that forbid just them, since its server may have another root.
 */
function askedByUnknown(call: ToolCall, surroundings: Surroundings): readonly Asked[] {
  const operation = WRITING.test(call.tool) ? "write" : "read";
  return Object.entries(call.input).flatMap(([name, value]) =>
    textsOf(value).flatMap((text): readonly Asked[] => {
      if (/^(command|cmd|script)$/i.test(name)) return askedOfScript(text, call.tool, surroundings);
      if (/ur[il]s?$/i.test(name)) return hostOfUrl(text);
      if (!/path|file|dir|source|destination|target/i.test(name) || text.includes("\n")) return [];
      return [{ operation, target: { ...pathOf(text, surroundings), how: "part" } }];
    }),
  );
}

function textsOf(value: unknown): readonly string[] {
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  return values.filter((one) => typeof one === "string").slice(0, 100);
}

function unreadable({ tool }: ToolCall, reason: string): Asked {
  return { operation: "unreadable", what: tool, reason };
}
