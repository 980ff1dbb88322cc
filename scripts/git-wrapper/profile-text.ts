import type { GitProfile } from "@agent-sandbox/policy/git-rules";

interface ProfileText {
  /** Where the script is written to, below the repository. */
  readonly file: string;
  /** The real git, where nothing else says so. */
  readonly real: string;
  readonly header: string;
}

const END = `# AGENT_SANDBOX_REAL names the real git (default %REAL%), unless AGENT_SANDBOX_CMD says
# that it is the real one of another command, whose script calls git. Exit status 126 and three
# lines on standard error when something is turned down; otherwise git's own.
#
# It is dash's dialect of POSIX sh (\`local\`, whose variables the called functions see) and
# starts no process on the usual path, since it runs before every git command.
#
# Written by scripts/generate.ts from packages/policy/src/git-rules and scripts/git-wrapper/template.sh.`;

export const PROFILE_TEXTS: Readonly<Record<GitProfile, ProfileText>> = {
  "@git-guard": {
    file: "base-image/git-wrapper.sh",
    real: "/usr/bin/git",
    header: `#!/bin/sh
# shellcheck shell=dash
#
# Stands in front of git and turns down, with the reason and another way, what skips a
# repository's hooks and what overwrites or deletes branches of a remote. Everything else
# reaches git untouched. It is advice with good manners: whoever calls the real git by its
# path gets it.
#
${END.replace("%REAL%", "/usr/bin/git")}`,
  },
  "@git": {
    file: "packages/engine-bwrap/shims/git.sh",
    real: "/run/agent-sandbox/bin/git",
    header: `#!/bin/sh
# shellcheck shell=dash
#
# The preset "@git" of commands: stands in front of git and turns down, with the reason and
# another way, what skips a repository's hooks, what overwrites or deletes branches of a remote,
# and what throws away work that nothing else holds. Everything else reaches git untouched.
# It is advice with good manners: whoever calls the real git by its path gets it.
#
${END.replace("%REAL%", "/run/agent-sandbox/bin/git")}`,
  },
};
