import type { Answer, Service } from "./exchange.ts";
import { isProven } from "./proof-key.ts";

const ACCOUNT = { uuid: "6f1a1c2e-0000-4000-8000-000000000001", email: "person@example.com" };
const ORGANIZATION = { uuid: "6f1a1c2e-0000-4000-8000-000000000002", name: "Test" };

/** platform.claude.com and api.anthropic.com, as far as Claude Code's sign-in needs them. */
export const anthropic: Service = ({ method, path, body }) => {
  switch (`${method} ${path}`) {
    case "POST /v1/oauth/token":
      return issue(body);
    case "GET /api/oauth/profile":
      return { status: 200, body: profile() };
    case "GET /api/oauth/claude_cli/roles":
      return {
        status: 200,
        body: { organization_role: "user", workspace_role: null, organization_name: "Test" },
      };
    default:
      return undefined;
  }
};

function issue({ grant_type, code, code_verifier }: Readonly<Record<string, unknown>>): Answer {
  if (grant_type !== "authorization_code" || !isProven(code, code_verifier))
    return { status: 400, body: { error: "invalid_grant" } };
  const body = {
    token_type: "Bearer",
    access_token: "sk-ant-oat01-access-of-the-tests",
    refresh_token: "sk-ant-ort01-refresh-of-the-tests",
    expires_in: 28_800,
    scope: "user:inference user:profile user:sessions:claude_code",
    account: { uuid: ACCOUNT.uuid, email_address: ACCOUNT.email },
    organization: ORGANIZATION,
  };
  return { status: 200, body };
}

function profile() {
  const account = {
    ...ACCOUNT,
    ...{ full_name: "Person", display_name: "Person", has_claude_max: false, has_claude_pro: true },
  };
  const organization = {
    ...ORGANIZATION,
    ...{ organization_type: "claude_pro", rate_limit_tier: "default_claude_ai" },
  };
  return { account, organization };
}
