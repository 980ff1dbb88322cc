import { SandboxError } from "@agent-sandbox/core";
import { AGENT_PACKAGES } from "./agent-packages.ts";
import { askNpmVersion, type NpmAnswer } from "./ask-npm.ts";

/** What was asked for: an exact version, a tag of npm (`latest`), or undefined for `latest`. */
export interface ToolRequest {
  readonly claudeCode: string | undefined;
  readonly codex: string | undefined;
  readonly astGrep: string | undefined;
  /** A version as apt names it; undefined or `latest` is what apt offers. */
  readonly gitDelta: string | undefined;
}

/** By build argument: concrete versions, so that the layer cache holds. Empty: what apt offers. */
export type ToolVersions = Readonly<
  Record<"CLAUDE_CODE_VERSION" | "CODEX_VERSION" | "AST_GREP_VERSION" | "GIT_DELTA_VERSION", string>
>;

const NOTHING: ToolVersions = {
  CLAUDE_CODE_VERSION: "",
  CODEX_VERSION: "",
  AST_GREP_VERSION: "",
  GIT_DELTA_VERSION: "",
};

export interface ToolPorts {
  /** npm's environment. */
  readonly env: NodeJS.ProcessEnv;
  readonly warn: (message: string) => void;
  readonly signal: AbortSignal;
}

interface NpmTool {
  readonly argument: keyof ToolVersions;
  readonly flag: string;
  readonly name: string;
  readonly asked: string;
}

const EXACT = /^\d+\.\d+\.\d+(?:-[\w.-]+)?(?:\+[\w.-]+)?$/;
const TAG = /^[a-z][\w.-]*$/i;
// deb-version(7), without the epoch.
const DEBIAN_VERSION = /^\d[\w.+~-]*$/;

/**
 * Turns what was asked for into versions. Where the registry does not answer, warns and falls back:
 * on the version itself where it is exact, else on the default of the Dockerfile.
 *
 * Fails with USAGE when a version is malformed or unknown to the registry.
 */
export async function resolveToolVersions(
  request: ToolRequest,
  defaults: ReadonlyMap<string, string>,
  ports: ToolPorts,
): Promise<ToolVersions> {
  const gitDelta = gitDeltaVersion(request.gitDelta);
  const tools = npmTools(request);
  for (const { flag, asked } of tools) {
    if (EXACT.test(asked) || TAG.test(asked)) continue;
    throw unusable(flag, asked, "it is neither a version nor a tag");
  }
  const resolved = await Promise.all(
    tools.map(async (tool) => {
      const fallback = defaults.get(tool.argument) ?? "latest";
      return [tool.argument, await resolveTool(tool, fallback, ports)] as const;
    }),
  );
  return { ...NOTHING, ...Object.fromEntries(resolved), GIT_DELTA_VERSION: gitDelta };
}

function gitDeltaVersion(asked = "latest"): string {
  if (asked === "latest") return "";
  if (DEBIAN_VERSION.test(asked)) return asked;
  throw unusable("git-delta-version", asked, "it is not a version of a Debian package");
}

function npmTools({ claudeCode, codex, astGrep }: ToolRequest): readonly NpmTool[] {
  return [
    tool("CLAUDE_CODE_VERSION", AGENT_PACKAGES.claude, claudeCode),
    tool("CODEX_VERSION", AGENT_PACKAGES.codex, codex),
    tool("AST_GREP_VERSION", "@ast-grep/cli", astGrep),
  ];
}

function tool(argument: keyof ToolVersions, name: string, asked = "latest"): NpmTool {
  return { argument, flag: argument.toLowerCase().replaceAll("_", "-"), name, asked };
}

async function resolveTool(
  { name, flag, asked }: NpmTool,
  fallback: string,
  { env, warn, signal }: ToolPorts,
): Promise<string> {
  const answer: NpmAnswer = await askNpmVersion(`${name}@${asked}`, { env, signal });
  switch (answer.kind) {
    case "version":
      return answer.version;
    case "unknown":
      throw unusable(flag, asked, `npm's registry has no "${name}@${asked}"`);
    case "silent": {
      const version = EXACT.test(asked) ? asked : fallback;
      warn(`Cannot ask npm for "${name}@${asked}" (${answer.reason}); going on with "${version}"`);
      return version;
    }
  }
}

function unusable(flag: string, value: string, state: string): SandboxError {
  return new SandboxError("USAGE", `Cannot use --${flag} "${value}": ${state}`, {
    hint: 'Give an exact version such as "1.2.3", or leave the option out for the latest one',
  });
}
