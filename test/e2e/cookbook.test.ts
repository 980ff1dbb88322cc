// Every policy of the cookbook, taken from its page: its own cases come out, and a sandbox keeps it.
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";

import { readRecipes } from "../support/cookbook.ts";
import { type Internet, openInternet } from "../support/internet.ts";
import { type Ingredients, layOut } from "../support/recipe-workspace.ts";

/** A script, its status, and what it says. */
type Attempt = readonly [script: string, status: number, said: RegExp];

interface Practice extends Ingredients {
  readonly attempts: readonly Attempt[];
}

const curl = (url: string) => `curl --silent --show-error --output /tmp/page --max-time 5 ${url}`;
const UNKNOWN_NAME = /Could not resolve host/;
const READ_ONLY = /Read-only file system/;
const OUT_OF_REACH = /Permission denied/;
const NOTHING = /^$/;

/** The number that the kernel keeps a control group to, by either version of its files. */
const limit = (two: string, one: string) =>
  `cat /sys/fs/cgroup/${two} 2>/dev/null || cat /sys/fs/cgroup/${one}`;

/** What the agents' hook in the sandbox says of a tool call. */
const hook = (tool: string, input: Readonly<Record<string, string>>) =>
  `printf %s '${JSON.stringify({ tool_name: tool, tool_input: input })}' |
    /usr/local/lib/agent-sandbox/hook/agent-hook claude`;

const PRACTICES: Readonly<Record<string, Practice>> = {
  "One API and nothing else": {
    names: ["api.example.com", "www.example.com", "github.com", "api.anthropic.com"],
    attempts: [
      [curl("http://api.example.com/"), 0, NOTHING],
      [curl("http://www.example.com/"), 6, UNKNOWN_NAME],
      [curl("http://github.com/"), 6, UNKNOWN_NAME],
      [curl("http://api.anthropic.com/"), 6, UNKNOWN_NAME],
    ],
  },
  "A reviewer that changes nothing": {
    attempts: [
      ["cat README.md", 0, /hello/],
      ["echo x >> README.md", 2, READ_ONLY],
      ["touch notes.md", 1, READ_ONLY],
      [hook("Read", { file_path: "README.md" }), 0, NOTHING],
      [hook("Edit", { file_path: "README.md" }), 2, /denied-tool/],
      [hook("WebFetch", { url: "https://api.anthropic.com/" }), 2, /denied-tool/],
      [hook("Bash", { command: "cd / && git push origin main" }), 2, /denied-tool/],
    ],
  },
  "Hide more, and show the templates": {
    there: [
      "a/.env.template",
      "a/.env",
      "certs/Client.P12",
      "config/production/db.json",
      "config/development/db.json",
      "private/plan.txt",
    ],
    attempts: [
      ["cat a/.env.template config/development/db.json", 0, /content\ncontent/],
      ["cat a/.env", 1, OUT_OF_REACH],
      ["cat certs/Client.P12", 1, OUT_OF_REACH],
      ["ls -A config/production private", 0, /^config\/production:\n\nprivate:\n$/],
    ],
  },
  "One package of a monorepo": {
    there: ["packages/app/index.ts", "packages/lib/index.ts", "package.json"],
    attempts: [
      ["echo x >> packages/app/index.ts && git add packages/app && git commit -qm x", 0, NOTHING],
      ["cat packages/lib/index.ts", 0, /content/],
      ["echo x >> packages/lib/index.ts", 2, READ_ONLY],
      ["echo x >> package.json", 2, READ_ONLY],
      ["mkdir packages/new", 1, READ_ONLY],
      ["echo x > .git/hooks/pre-commit", 2, READ_ONLY],
    ],
  },
  "A company's resolver and hosts": {
    names: ["docs.corp.example", "ci.build.corp.example", "mail.corp.example", "sentry.io"],
    attempts: [
      [curl("http://docs.corp.example/"), 0, NOTHING],
      [curl("http://ci.build.corp.example:8443/"), 0, NOTHING],
      [curl("http://mail.corp.example/"), 6, UNKNOWN_NAME],
      [curl("http://sentry.io/"), 6, UNKNOWN_NAME],
    ],
  },
  "One key by its name": {
    env: {
      ANTHROPIC_API_KEY: "k-wanted",
      OPENAI_API_KEY: "k-other",
      AWS_PROFILE: "p",
      GITHUB_TOKEN: "t",
    },
    attempts: [
      ["printenv ANTHROPIC_API_KEY", 0, /^k-wanted\n$/],
      ["printenv OPENAI_API_KEY AWS_PROFILE GITHUB_TOKEN", 1, NOTHING],
    ],
  },
  "A long night": {
    names: ["github.com"],
    attempts: [
      [limit("memory.max", "memory/memory.limit_in_bytes"), 0, /^3221225472\n$/],
      [limit("cpu.max", "cpu/cpu.cfs_quota_us"), 0, /^150000\b/],
      [limit("pids.max", "pids/pids.max"), 0, /^1024\n$/],
      [curl("http://github.com/"), 6, UNKNOWN_NAME],
    ],
  },
  "CI and git stay yours": {
    there: ["Makefile"],
    attempts: [
      ["cat Makefile", 0, /content/],
      ["echo x >> Makefile", 2, READ_ONLY],
      ["touch .github/workflows/release.yml", 1, READ_ONLY],
      ["mv .github gone", 1, /Device or resource busy/],
      ["git commit --no-verify --allow-empty -m x", 126, /blocked git commit --no-verify/],
    ],
  },
  "What no repository may loosen": {
    names: ["upload.example.com", "api.anthropic.com"],
    env: { AWS_PROFILE: "p" },
    attempts: [
      [curl("http://upload.example.com/"), 6, UNKNOWN_NAME],
      [curl("http://api.anthropic.com/"), 0, NOTHING],
      ["printenv AWS_PROFILE", 1, NOTHING],
    ],
  },
  "A file that another tool shares": {
    there: [".env", "a/.env.example", "certs/server.pem", "config/credentials.json"],
    env: { NODE_ENV: "test", GITHUB_TOKEN: "t" },
    names: ["www.example.com", "github.com"],
    attempts: [
      ["cat a/.env.example", 0, /content/],
      ["cat .env", 1, OUT_OF_REACH],
      ["cat certs/server.pem", 1, OUT_OF_REACH],
      ["cat config/credentials.json", 1, OUT_OF_REACH],
      ["printenv NODE_ENV", 0, /^test\n$/],
      ["printenv GITHUB_TOKEN", 1, NOTHING],
      [curl("http://www.example.com/"), 6, UNKNOWN_NAME],
      [curl("http://github.com/"), 0, NOTHING],
    ],
  },
};

const recipes = readRecipes();
let internet: Internet;

beforeAll(async () => {
  internet = await openInternet("agent-sandbox.test=e2e-cookbook");
});

afterAll(async () => {
  await internet.close();
});

describe("the cookbook", () => {
  it("has ten policies, and each is tried out here", () => {
    expect(recipes.map(({ title }) => title)).toEqual(Object.keys(PRACTICES));
    expect(recipes).toHaveLength(10);
  });
});

describe.each(recipes)("$title", (recipe) => {
  const practice = PRACTICES[recipe.title] ?? { attempts: [] };

  it("answers its own cases as it says", async () => {
    await using workspace = layOut(recipe, { ...practice, internet });
    const { status, stdout, stderr } = await workspace.ask("test", "--json");
    expect([status, stderr]).toEqual([0, ""]);
    const { results } = JSON.parse(stdout) as {
      readonly results: readonly { readonly kind: string; readonly verdict: string }[];
    };
    expect(results.filter(({ kind }) => kind === "own").length).toBeGreaterThan(2);
    expect(results.filter(({ verdict }) => verdict === "failed")).toEqual([]);
  });

  it("is kept by a sandbox", async () => {
    await using workspace = layOut(recipe, { ...practice, internet });
    await workspace.prepare();
    expect(await workspace.inside("true")).toMatchObject({ status: 0 });
    for (const [script, status, said] of practice.attempts) {
      const tried = await workspace.inside(script);
      expect({ script, status: tried.status, said: tried.stdout + tried.stderr }).toEqual({
        script,
        status,
        said: expect.stringMatching(said),
      });
    }
  });
});
