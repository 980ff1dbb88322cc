import { DISCARD_COMMANDS, DISCARD_WORDS } from "./discard-commands.ts";
import type {
  GitCommandRule,
  GitOptions,
  GitProfile,
  GitRefusal,
  GitRefusalName,
  GitSetting,
  GitWordRule,
} from "./git-rule.ts";
import { HOOK_COMMANDS } from "./hook-commands.ts";
import {
  BRANCH_OPTIONS,
  CHECKOUT_OPTIONS,
  FETCH_OPTIONS,
  PULL_OPTIONS,
  READ_TREE_OPTIONS,
  REMOTE_UPDATE_OPTIONS,
  RESET_OPTIONS,
  SWITCH_OPTIONS,
  SYMBOLIC_REF_OPTIONS,
  TAG_OPTIONS,
  UPDATE_REF_OPTIONS,
  WORKTREE_OPTIONS,
} from "./judged-options.ts";
import { GIT_REFUSALS } from "./refusals.ts";
import { PUSH_COMMANDS } from "./push-commands.ts";
import { GIT_SETTINGS } from "./settings.ts";

interface GitRules {
  readonly refusals: Readonly<Record<GitRefusalName, GitRefusal>>;
  readonly settings: readonly GitSetting[];
  readonly commands: readonly GitCommandRule[];
  readonly words: readonly GitWordRule[];
  /** Of commands whose rule is more than a table can say. */
  readonly options: Readonly<Record<string, GitOptions>>;
}

const OPTIONS: Readonly<Record<string, GitOptions>> = {
  config: {
    longs:
      "get get-all get-regexp get-urlmatch get-color get-colorbool list unset unset-all rename-section remove-section replace-all add edit all append regexp global local system worktree type= default= file= fixed-value blob= value= url= comment= name-only null includes show-origin show-scope show-names",
    valued: "ft",
    stops: true,
  },
  clone: {
    longs:
      "jobs= template= reference= reference-if-able= origin= branch= upload-pack= depth= shallow-since= shallow-exclude= separate-git-dir= config= server-option= filter= bundle-uri= ref-format= shared sparse single-branch shallow-submodules recurse-submodules recursive remote-submodules reject-shallow",
    valued: "jobuc",
  },
  init: {
    longs: "template= separate-git-dir= initial-branch= object-format= ref-format= shared",
    valued: "b",
  },
  remote: { longs: "mirror master= track= fetch tags", valued: "tm" },
};

/** The one table of what git may not do, as one of the profiles has it. */
export function gitRules(profile: GitProfile): GitRules {
  const holds = ({ profiles }: { readonly profiles?: readonly GitProfile[] }) =>
    profiles?.includes(profile) ?? true;
  return {
    refusals: GIT_REFUSALS,
    settings: GIT_SETTINGS.filter(holds),
    commands: [...HOOK_COMMANDS, ...PUSH_COMMANDS, ...DISCARD_COMMANDS]
      .filter(holds)
      .map((rule) => asJudged({ ...rule, checks: rule.checks.filter(holds) })),
    words: DISCARD_WORDS.filter(holds),
    options: {
      ...OPTIONS,
      ...(profile === "@git" && {
        checkout: CHECKOUT_OPTIONS,
        branch: BRANCH_OPTIONS,
        switch: SWITCH_OPTIONS,
        worktree: WORKTREE_OPTIONS,
        "update-ref": UPDATE_REF_OPTIONS,
        fetch: FETCH_OPTIONS,
        pull: PULL_OPTIONS,
        "remote-update": REMOTE_UPDATE_OPTIONS,
        reset: RESET_OPTIONS,
        "read-tree": READ_TREE_OPTIONS,
        "symbolic-ref": SYMBOLIC_REF_OPTIONS,
        tag: TAG_OPTIONS,
      }),
    },
  };
}

/** Without what no check asks for. */
function asJudged(rule: GitCommandRule): GitCommandRule {
  const asked = rule.checks.flatMap(({ when = [], unless = [] }) => [...when, ...unless]);
  return { ...rule, flags: rule.flags.filter(({ name }) => asked.includes(name)) };
}
