// A script of the workspace's own that would pass for a hook of the human's, so that the rules of git would
// let be what it does. What git runs here (`rebase --exec`) is its child, as a hook is.
import { describe, expect, it } from "@jest/globals";

import { makeMachine, USERS } from "../../support/on-this-machine.ts";

const DROPS = "echo more >> README.md; git stash push -q && git stash drop -q && echo dropped";

/** The human's own, which nobody inside can change. */
const HOOKS = `for one in pre-commit post-commit; do
  printf '#!/bin/sh\\nexit 0\\n' > .git/hooks/$one; chmod +x .git/hooks/$one; done
  ln -s ../../linked .git/hooks/pre-push; printf '#!/usr/bin/env sh\\nexit 0\\n' > .git/hooks/post-merge
  chmod +x .git/hooks/post-merge; printf '#!/bin/sh\\n' > linked; chmod +x linked`;

const ATTACKS = {
  "is not writable": "chmod 0555 pre-commit; run ./pre-commit",
  "is not writable, nor its folder":
    "mkdir own; cp drops own/pre-commit; chmod 0555 own/pre-commit own; run own/pre-commit",
  "is a link to the shell": "ln -sf /bin/sh pre-commit; run './pre-commit drops'",
  "is a link to a program of the machine":
    "ln -sf /usr/bin/env pre-commit; run './pre-commit ./drops'",
  "names a hook behind itself": "run './drops .git/hooks/pre-commit'",
  "names a hook behind a shell's option": "run 'sh -s .git/hooks/pre-commit < drops'",
  "names a hook behind a program": `run "perl '-esystem(q(./drops))' .git/hooks/pre-commit"`,
  "has a hook's name as its own": `run "bash -c 'exec -a .git/hooks/pre-commit bash drops'"`,
  "has a hook's name as its own, and a hook behind it": `run "bash -c 'exec -a sh bash drops .git/hooks/pre-commit'"`,
  "is what a hook's link leads to": "cp drops linked; chmod 0555 linked; run .git/hooks/pre-push",
  "lets another program look at it":
    "mkdir bin; printf '#!/bin/sh\\necho sh; echo .git/hooks/pre-commit\\n' > bin/tr; printf '#!/bin/sh\\nexit 1\\n' > bin/touch; cp bin/touch bin/stat; chmod +x bin/*; chmod 0555 pre-commit; PATH=$PWD/bin:$PATH run ./pre-commit",
} as const;

const PREPARE = `printf '#!/bin/bash\\n${DROPS}\\n' > drops; chmod +x drops; cp drops pre-commit
  run() { git rebase --quiet --exec "$1" --root; }
`;

describe.each(USERS)("git in a sandbox of $user", ({ uid }) => {
  it.each(Object.entries(ATTACKS))("does not take for a hook what %s", async (_, attack) => {
    using machine = makeMachine({ uid });
    machine.host(HOOKS);
    const { stdout, stderr } = await machine.exec(`${PREPARE}${attack}; echo end`);
    expect(stdout).not.toContain("dropped");
    expect(stderr).toContain("blocked git stash drop");
    expect(stdout).toContain("end\n");
  });
});
