/** The real one: `git` on the PATH of the image is the wrapper for agents. */
export const GIT = "/usr/bin/git";

/**
 * All that git and the host's hooks find in their environment, whatever the gate was started with:
 * no configuration but the one that they are given.
 */
export const GIT_ENVIRONMENT: Readonly<Record<string, string>> = {
  PATH: "/usr/bin:/bin:/usr/sbin:/sbin:/usr/local/bin",
  HOME: "/home/node",
  LANG: "C.UTF-8",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_ATTR_NOSYSTEM: "1",
  GIT_TERMINAL_PROMPT: "0",
  GIT_NO_LAZY_FETCH: "1",
};
