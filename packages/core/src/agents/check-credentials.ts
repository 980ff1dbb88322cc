import { SandboxError } from "../errors.ts";
import { isObject, type JsonObject } from "../json-object.ts";
import type { AgentName } from "./agents.ts";

/** A file with credentials, wherever it was read. */
export interface CredentialText {
  readonly agent: AgentName;
  /** Its name in the volume. */
  readonly name: string;
  readonly text: string;
  /** Where it was read, for people. */
  readonly from: string;
}

/**
 * Pure: what of a file with credentials goes into a sandbox. Fails with CONFIG_INVALID where it is
 * not what its agent reads; no part of its content is ever told.
 */
export function checkCredentials({ agent, name, text, from }: CredentialText): string {
  const value = parseObject(text);
  const problem = typeof value === "string" ? value : problemOf(agent, name, value);
  if (problem === undefined) return agent === "claude" ? ownLogin(value as JsonObject) : text;
  throw new SandboxError("CONFIG_INVALID", `Cannot use "${from}": ${problem}`, {
    hint: `Sign in again outside of the sandbox (${SIGN_IN[agent]}), or remove the file`,
  });
}

/** How to sign in on the host. */
export const SIGN_IN = { claude: '"claude /login"', codex: '"codex login"' } as const;

function parseObject(text: string): JsonObject | string {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : "it is not a JSON object";
  } catch {
    // The parser's own message has a piece of the text in it.
    return "it is not JSON";
  }
}

function problemOf(agent: AgentName, name: string, value: JsonObject): string | undefined {
  if (agent === "claude") return claudeProblem(value);
  return name === "auth.json" ? codexProblem(value) : undefined;
}

function claudeProblem({ claudeAiOauth: login }: JsonObject): string | undefined {
  if (!isObject(login)) return 'it has no "claudeAiOauth", so no login with a plan';
  return isText(login["accessToken"]) ? undefined : 'its "claudeAiOauth" has no "accessToken"';
}

/** Besides a key and a plan's tokens Codex has other ways in, each with a name of its own. */
const CODEX_WAYS = ["agent_identity", "personal_access_token", "bedrock_api_key"];

function codexProblem(auth: JsonObject): string | undefined {
  const { OPENAI_API_KEY: key, tokens } = auth;
  if (isObject(tokens)) {
    return isText(tokens["access_token"]) ? undefined : 'its "tokens" have no "access_token"';
  }
  if (isText(key) || CODEX_WAYS.some((way) => (auth[way] ?? undefined) !== undefined))
    return undefined;
  return "it has neither an API key nor tokens";
}

/** Tokens of MCP servers are in the same file, and were not given for the sandbox. */
function ownLogin({ claudeAiOauth }: JsonObject): string {
  return `${JSON.stringify({ claudeAiOauth })}\n`;
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}
