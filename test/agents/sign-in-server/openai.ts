import type { Answer, Service } from "./exchange.ts";
import { challengeOf, isProven } from "./proof-key.ts";

const USER_CODE = "TEST-12345";
const VERIFIER = "a-verifier-of-the-service-itself-which-is-long-enough";
const REFUSED: Answer = { status: 400, body: { error: "invalid_grant" } };

let polls = 0;

/** auth.openai.com, as far as Codex's sign-in by a browser and by a code of a device need it. */
export const openai: Service = ({ method, path, body }) => {
  switch (`${method} ${path}`) {
    case "POST /api/accounts/deviceauth/usercode":
      polls = 0;
      return {
        status: 200,
        body: { device_auth_id: "device-1", user_code: USER_CODE, interval: "1" },
      };
    case "POST /api/accounts/deviceauth/token":
      return poll(body);
    case "POST /oauth/token":
      return issue(body);
    default:
      return undefined;
  }
};

/** Nobody has typed the code in when the program asks for the first time. */
function poll({ device_auth_id, user_code }: Readonly<Record<string, unknown>>): Answer {
  polls += 1;
  const isKnown = device_auth_id === "device-1" && user_code === USER_CODE;
  if (!isKnown || polls < 2) return { status: 403, body: {} };
  const code_challenge = challengeOf(VERIFIER);
  const authorization_code = `code-for-${code_challenge}`;
  return { status: 200, body: { authorization_code, code_challenge, code_verifier: VERIFIER } };
}

function issue({ grant_type, code, code_verifier }: Readonly<Record<string, unknown>>): Answer {
  if (grant_type !== "authorization_code" || !isProven(code, code_verifier)) return REFUSED;
  const body = {
    id_token: token("id"),
    access_token: token("access"),
    refresh_token: "refresh-of-openai",
  };
  return { status: 200, body };
}

/** RFC 7519, without a signature that anybody could check. */
function token(of: string): string {
  const claims = {
    ...{ sub: of, email: "person@example.com", exp: Math.floor(Date.now() / 1000) + 3600 },
    "https://api.openai.com/auth": {
      ...{ chatgpt_account_id: "account-1", chatgpt_plan_type: "plus", chatgpt_user_id: "user-1" },
      ...{ organization_id: "org-1", project_id: "project-1", completed_platform_onboarding: true },
    },
  };
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
  return [part({ alg: "RS256", typ: "JWT" }), part(claims), "c2lnbmF0dXJl"].join(".");
}
