import type { GitSetting } from "./git-rule.ts";

/** The first that matches counts. */
export const GIT_SETTINGS: readonly GitSetting[] = [
  { keys: ["core.hookspath"], kind: "hooks" },
  // An included file may hold any of these, today or later.
  { keys: ["include.path", "includeif.*.path"], kind: "hooks" },
  // Hooks by configuration, in git after 2.47: a later value replaces or disables them.
  { keys: ["hook.*.enabled"], except: ["true", "yes", "on", "1"], kind: "hooks" },
  { keys: ["hook.*"], kind: "hooks" },
  { keys: ["init.templatedir"], except: ["''"], kind: "template" },
  { keys: ["remote.*.push"], values: ["+*", ":?*"], kind: "push" },
  { keys: ["remote.*.mirror"], except: ["false", "no", "off", "0", "''"], kind: "push" },
  { keys: ["alias.*"], kind: "alias" },
  {
    keys: ["gc.pruneexpire", "gc.reflogexpire*", "gc.*.reflogexpire*"],
    except: ["never", "false"],
    kind: "expiry",
    profiles: ["@git"],
  },
];

/** How hook managers are told to run less: a variable, and the values that count. */
interface HookSwitch {
  readonly variables: readonly string[];
  readonly values?: readonly string[];
  readonly except?: readonly string[];
  /** Whether the value is shown. */
  readonly shown?: true;
}

/**
 * What husky, lefthook, pre-commit, prek, overcommit, githooks, hk, simple-git-hooks and captainhook
 * read. Asked only for commands whose hooks can refuse something.
 */
export const HOOK_SWITCHES: readonly HookSwitch[] = [
  { variables: ["HUSKY", "LEFTHOOK", "HK"], values: ["0", "false"], shown: true },
  {
    variables: [
      "HUSKY_SKIP_HOOKS",
      "LEFTHOOK_EXCLUDE",
      "PRE_COMMIT_ALLOW_NO_CONFIG",
      "PREK_SKIP",
      "PREK_ALLOW_NO_CONFIG",
      "OVERCOMMIT_DISABLE",
      "GITHOOKS_DISABLE",
      "HK_SKIP_STEPS",
      "HK_SKIP_HOOK",
      "SKIP_SIMPLE_GIT_HOOKS",
      "CAPTAINHOOK_SKIP_HOOKS",
      "SKIP_CHECKS",
      "SKIP_HOOKS",
    ],
    except: ["''", "0", "false", "no", "off"],
  },
  // Names of hooks for pre-commit and overcommit; a bare number or yes is another program's.
  {
    variables: ["SKIP"],
    except: ["true", "false", "yes", "no", "on", "off"],
    values: ["*[A-Za-z]*"],
  },
  { variables: ["LEFTHOOK_BIN"], values: [":", "true", "*/true"], shown: true },
  { variables: ["LEFTHOOK_CONFIG"], values: ["/dev/null"], shown: true },
];
