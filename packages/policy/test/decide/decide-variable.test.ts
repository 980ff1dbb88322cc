import { describe, expect, it } from "@jest/globals";
import { decide } from "../../src/decide/decide.ts";
import { policyOf } from "../support/policies.ts";

function answer(environment: object, name: string, value?: string): string {
  const policy = policyOf({ user: { environment } });
  const { effect, rule } = decide(policy, { operation: "env", name, value });
  return `${effect} ${rule}`;
}

describe("a variable", () => {
  it.each([
    ...["SSH_AUTH_SOCK", "MYSQL_PWD", "PGPASSWORD", "APIKEY", "API_KEY", "GITHUB_PAT"],
    ...["NPM_CONFIG__AUTH", "npm_config__auth", "KUBECONFIG", "AWS_PROFILE", "AWS_REGION"],
    ...["GITHUB_TOKEN", "GITHUB_ACTOR", "X_KEY", "MY_SECRET", "A_TOKEN", "DB_PASS", "SENTRY_DSN"],
    ...["OPENAI_API_KEY", "MYAPIKEY", "RABBITPASSWD", "CLIENTSECRET", "GIT_ASKPASS"],
    ...["GOOGLE_CREDENTIALS", "KEY_ID"],
  ])("%s is a secret", (name) => {
    expect(answer({ inherit: "all" }, name)).toBe("deny secret-variable");
    expect(answer({ inherit: "all", "filter-secrets": false }, name)).toBe(
      "allow inherited-variable",
    );
    expect(answer({ allow: [name] }, name)).toBe("allow allowed-variable");
  });

  it.each([
    ...["MONKEY", "KEYBOARD_LAYOUT", "TOKENIZERS_PARALLELISM", "PWD", "OLDPWD", "PATH_X"],
    ...["AUTHOR", "XAUTHORITY", "PASSENGER", "COMPASS", "DATABASE_URL"],
  ])("%s is none", (name) => {
    expect(answer({ inherit: "all" }, name)).toBe("allow inherited-variable");
  });

  it.each([
    ["postgres://ann:pw@db.example/x", "deny secret-variable"],
    ["redis://:pw@db.example", "deny secret-variable"],
    ["see HTTPS://a:b@c.example", "deny secret-variable"],
    ["postgres://ann@db.example/x", "allow inherited-variable"],
    ["postgres://db.example:5432/a@b", "allow inherited-variable"],
    ["http://localhost:3000", "allow inherited-variable"],
  ])("with the value %j: %s", (value, expected) => {
    expect(answer({ inherit: "all" }, "DATABASE_URL", value)).toBe(expected);
  });

  it.each([
    ...["PATH", "HOME", "USER", "LOGNAME", "SHELL", "TERM", "LANG", "LC_ALL", "TZ", "TMPDIR"],
    ...["NODE_ENV", "DEBUG", "CI", "NO_COLOR", "COLORTERM", "EDITOR"],
  ])("%s is one that programs count on", (name) => {
    expect(answer({}, name)).toBe("allow core-variable");
    expect(answer({ inherit: "none" }, name)).toBe("deny variable-not-inherited");
    expect(answer({ block: [name] }, name)).toBe("deny blocked-variable");
  });

  it.each([
    [{}, "MONKEY", "deny variable-not-inherited"],
    [{ inherit: "none", allow: ["MONKEY"] }, "MONKEY", "allow allowed-variable"],
    [{ set: { MONKEY: "1" } }, "MONKEY", "allow set-variable"],
    [{ set: { MONKEY: "1" }, block: ["MONK*"] }, "MONKEY", "deny blocked-variable"],
    [{ allow: ["AWS_PROFILE"], block: ["AWS_*"] }, "AWS_PROFILE", "deny blocked-variable"],
    [{ inherit: "all", block: ["A?"] }, "AB", "deny blocked-variable"],
    [{ inherit: "all", block: ["A?"] }, "ABC", "allow inherited-variable"],
    [{ inherit: "all", "filter-secrets": false }, "LD_PRELOAD", "deny steering-variable"],
    [{ inherit: "all" }, "NODE_OPTIONS", "deny steering-variable"],
    [{ inherit: "all" }, "GIT_CONFIG_COUNT", "deny steering-variable"],
    [{ allow: ["NODE_OPTIONS"] }, "NODE_OPTIONS", "allow allowed-variable"],
    [{}, "A=B", "deny invalid-variable"],
    [{}, "", "deny invalid-variable"],
    [{}, "A\0", "deny invalid-variable"],
  ])("under %j, %j: %s", (environment, name, expected) => {
    expect(answer(environment, name)).toBe(expected);
  });
});
