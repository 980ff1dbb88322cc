import type { Policy } from "./schema/policy-schema.ts";

/** GitHub's names, which go with its published address ranges under `network.git`. */
export const GIT_HOSTS: readonly string[] = [
  // clone, fetch, push and releases' pages
  "github.com",
  // gh
  "api.github.com",
  // archives that npm and others fetch
  "codeload.github.com",
  // gists, which gh clones
  "gist.github.com",
  // `gh release upload`
  "uploads.github.com",
  // git over SSH where port 22 is closed
  "ssh.github.com",
  // raw files, and what releases and LFS redirect to
  "*.githubusercontent.com",
];

/** What holds before any file is read. */
export const DEFAULTS = {
  enabled: true,
  // What `run` and `agent run` take; the library too.
  engine: "docker",
  filesystem: {
    // Seed 000, AC-2, in any case and at any depth.
    blockedPatterns: [
      ".env",
      ".env.*",
      "*.pem",
      "*.key",
      "*credentials*",
      "*secret*",
      ".aws/",
      ".ssh/",
      ".gnupg/",
      // Keys of SSH wherever they are kept, which no ending tells.
      "id_rsa",
      "id_ecdsa",
      "id_ed25519",
    ],
    allowedPatterns: [
      // A template tells which variables there are, and none of their values (seed 000, AC-6).
      ".env.example",
      // What a package manager installed is published, and does not work without its
      // "credentials.js" and "secret.js".
      "**/node_modules/**/*credentials*",
      "**/node_modules/**/*secret*",
      "**/node_modules/**/*.pem",
      "**/node_modules/**/*.key",
      // git's own files are named after branches: "fix-secret-leak".
      "**/.git/**",
    ],
    // Seed 002, "Default Protected Paths", and the files by which git would run or include others.
    protected: [
      { path: ".git/hooks", kind: "directory" },
      { path: ".git/worktrees", kind: "directory" },
      { path: ".git/config", kind: "file" },
      { path: ".git/config.worktree", kind: "file" },
      { path: ".git/commondir", kind: "file" },
      { path: ".git/info/attributes", kind: "file" },
      { path: ".husky", kind: "directory" },
      // Every place of the configuration: whoever writes it chooses the next sandbox's hosts and image.
      { path: ".agent-sandbox", kind: "directory" },
      { path: ".agent-sandbox.json", kind: "file" },
      { path: ".agent-sandbox.jsonc", kind: "file" },
      { path: ".uds/config.yaml", kind: "file" },
      { path: ".agent-precommit/user-context.json", kind: "file" },
    ],
  },
  environment: {
    inherit: "core",
    filterSecrets: true,
  },
  network: {
    external: "domains",
    // The npm registry is not among them: its name is read from npm's own configuration.
    domains: [
      // OpenRouter
      "openrouter.ai",
      // Codex: the models, signing in, signing in with a ChatGPT plan
      "api.openai.com",
      "auth.openai.com",
      "chatgpt.com",
      // Claude Code: the models, signing in by the console, signing in by a plan
      "api.anthropic.com",
      "platform.claude.com",
      "claude.ai",
      // What the agents report errors and usage to (seed 002, "Monitoring")
      "sentry.io",
      "statsig.anthropic.com",
      "statsig.com",
    ],
    git: true,
    localhost: true,
    ports: [80, 443],
    dns: [],
  },
  commands: {
    git: "@git",
  },
  tools: {
    enforceAgentPermissions: true,
  },
  docker: false,
  nested: false,
  agents: {
    // As seed 002 has it: one login serves all repositories.
    isolation: "shared",
  },
  container: {
    baseTag: "latest",
    // Threads count: enough for parallel builds and a browser, far below what a fork bomb needs.
    pids: 4096,
    onLostMount: "stop",
  },
  // Seed 004, "Configuration".
  virtual: {
    maxTotalSize: 100 * 2 ** 20,
    maxFileSize: 10 * 2 ** 20,
    maxNodeCount: 10_000,
    commandTimeout: 30_000,
  },
  audit: {
    level: "blocked",
    keepDays: 90,
    maxSize: 256 * 2 ** 20,
  },
} as const satisfies Policy;
