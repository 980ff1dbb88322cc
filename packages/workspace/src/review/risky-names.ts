/** Files that programs read or run without being asked to, and what does so. */
const RISKY: readonly (readonly [pattern: RegExp, reason: string])[] = [
  [
    /(^|\/)(\.husky|\.githooks|\.git-hooks|githooks)\/|(^|\/)(\.pre-commit-config\.ya?ml|\.?lefthook(-local)?\.(ya?ml|toml|json)|\.overcommit\.yml|\.lintstagedrc[^/]*)$/i,
    "git runs it as a hook",
  ],
  [
    /^\.(github\/(workflows|actions)|circleci|buildkite|woodpecker|gitlab|gitea|forgejo|ci)\/|(^|\/)(\.gitlab-ci\.ya?ml|jenkinsfile[^/]*|\.travis\.yml|\.drone\.ya?ml|\.cirrus\.yml|azure-pipelines[^/]*\.ya?ml|bitbucket-pipelines\.yml|\.?appveyor\.yml|\.woodpecker\.ya?ml|action\.ya?ml)$/i,
    "CI runs it",
  ],
  [
    /(^|\/)(package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lockb?|deno\.lock|cargo\.lock|go\.(sum|mod)|poetry\.lock|uv\.lock|pdm\.lock|pipfile\.lock|requirements[^/]*\.txt|gemfile\.lock|composer\.lock|flake\.lock|mix\.lock|pubspec\.lock|packages\.lock\.json)$/i,
    "it says which dependencies are installed",
  ],
  [
    /(^|\/)(\.npmrc|\.yarnrc(\.yml)?|\.pnpmfile\.c?js|pnpm-workspace\.yaml|bunfig\.toml|pip\.conf|\.?nuget\.config)$|(^|\/)(\.yarn|\.cargo|\.mvn)\//i,
    "it configures a package manager",
  ],
  [/(^|\/)\.gitattributes$/i, "it says how git shows and converts files"],
  [/(^|\/)\.gitmodules$/i, "it names other repositories to fetch"],
  [/(^|\/)\.git(\/|$)/i, "git reads it"],
  [
    /(^|\/)(\.envrc|\.env(\.[^/]*)?|mise\.toml|\.mise\.toml|\.tool-versions)$/i,
    "a shell that enters may load it",
  ],
  [
    /(^|\/)\.vscode\/(tasks|settings|launch|extensions|mcp)\.json$|(^|\/)(\.idea|\.zed|\.vim|\.fleet)\/|\.code-workspace$|(^|\/)(\.exrc|\.nvimrc|\.nvim\.lua|\.vimrc|\.dir-locals\.el)$/i,
    "an editor runs or obeys it",
  ],
  [/(^|\/)\.devcontainer(\/|\.json$)/i, "an editor builds and enters it as a container"],
  [
    /(^|\/)(gnumakefile|makefile[^/]*|[^/]*\.mk|rakefile|gemfile|guardfile|taskfile[^/]*\.ya?ml|\.?justfile|magefile\.go|build\.rs|build\.xml|pom\.xml|[^/]*\.gradle(\.kts)?|gradlew(\.bat)?|gradle\.properties|cmakelists\.txt|[^/]*\.cmake|meson\.build|configure(\.ac)?|autogen\.sh|setup\.(py|cfg)|pyproject\.toml|conftest\.py|tox\.ini|noxfile\.py|sitecustomize\.py|binding\.gyp|(grunt|gulp)file\.[^/]*|[^/]*\.config\.[cm]?[jt]s|[^/]*dockerfile[^/]*|containerfile|(docker-)?compose[^/]*\.ya?ml|vagrantfile|procfile|flake\.nix|(default|shell)\.nix|build(\.bazel)?|workspace(\.bazel)?|[^/]*\.bzl)$/i,
    "a build runs it",
  ],
  [
    /(^|\/)\.(claude|codex|cursor|gemini|windsurf|aider[^/]*|roo|continue|opencode)(\/|$)|(^|\/)(\.mcp\.json|agents\.md|claude(\.local)?\.md|gemini\.md|\.cursorrules|\.windsurfrules|\.clinerules|copilot-instructions\.md)$/i,
    "agents obey it",
  ],
  [/(^|\/)\.agent-(sandbox|precommit)(\/|\.)|(^|\/)\.uds\//i, "it configures the sandbox"],
];

/** Why a file of that name deserves a look. Case is ignored, as some hosts' file systems do. */
export function riskyName(path: string): readonly string[] {
  return RISKY.filter(([pattern]) => pattern.test(path)).map(([, reason]) => reason);
}
