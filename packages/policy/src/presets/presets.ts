import type { EngineName, PathLevel } from "../resolve/resolved-policy.ts";

/** A named bundle of rules. Paths are relative to the workspace; `~` is the home, `$TEMP` its place. */
export type Preset = Readonly<Partial<Record<PathLevel, readonly string[]>>>;

/** What `ResolveContext.temp` stands for in a preset. */
export const TEMP = "$TEMP";

/** What `ResolveContext.branch` stands for in a preset; without one, its paths are left out. */
export const BRANCH = "$BRANCH";

/** Those that have rules of their own. */
export const PRESETS = {
  "@base": {
    rw: [".", TEMP],
    ro: [
      "~",
      ".agent-sandbox",
      ".agent-sandbox.json",
      ".agent-sandbox.jsonc",
      ".uds/config.yaml",
      "~/.config/agent-sandbox",
    ],
    exclude: ["~/.ssh", "~/.gnupg", "~/.aws"],
  },
  "@caches": { rw: ["~/.cache", "~/.bun", "~/go", "~/.npm", "~/.cargo"] },
  "@agents": { rw: ["~/.codex", "~/.claude", "~/.claude.json", "~/.pi"] },
  "@git": { ro: [".git/hooks", ".git/config"] },
  "@git-strict": {
    ro: [".git/refs/tags", ".git/refs/heads/*"],
    rw: [`.git/refs/heads/${BRANCH}`],
  },
  "@lint/ts": {
    ro: [
      "biome.json",
      "biome.jsonc",
      ".eslintrc",
      ".eslintrc.*",
      "eslint.config.*",
      ".oxlintrc.json",
      ".prettierrc",
      ".prettierrc.*",
      "prettier.config.*",
      "tsconfig.json",
      "tsconfig.*.json",
    ],
  },
  "@lint/go": { ro: [".golangci.yml", ".golangci.yaml", ".golangci.toml", ".golangci.json"] },
  "@lint/python": {
    ro: [
      "ruff.toml",
      ".ruff.toml",
      "mypy.ini",
      ".mypy.ini",
      ".flake8",
      ".pylintrc",
      "pyrightconfig.json",
    ],
  },
} as const satisfies Readonly<Record<string, Preset>>;

export type PresetName = keyof typeof PRESETS;

/** Those that stand for others. */
export const GROUPS = {
  "@lint/all": ["@lint/ts", "@lint/go", "@lint/python"],
  "@all": ["@base", "@caches", "@agents", "@git", "@lint/ts", "@lint/go", "@lint/python"],
} as const satisfies Readonly<Record<string, readonly PresetName[]>>;

/** What is on where no layer says so. */
export const DEFAULT_PRESET = {
  bwrap: "@all",
  docker: "@git",
  virtual: "@git",
} as const satisfies Record<EngineName, string>;

/** They name places of the host's home, which only the bwrap engine shows. */
export const OF_THE_HOME: ReadonlySet<string> = new Set<PresetName>([
  "@base",
  "@caches",
  "@agents",
]);
