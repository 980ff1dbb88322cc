// What a hook does with git is the human's, as long as nobody in the sandbox can write the hook.
import { describe, expect, it } from "@jest/globals";

import { makeMachine, USERS } from "../../support/on-this-machine.ts";

/** As lint-staged does: it puts work aside and drops it again. */
const HOOK = `#!/bin/sh
echo more >> README.md; git stash push --quiet && git stash drop --quiet && echo dropped >&2
`;

describe.each(USERS)("git in a sandbox of $user", ({ uid }) => {
  it("lets a hook that is there do what a command may not", async () => {
    using machine = makeMachine({ uid });
    machine.host(
      `cat > .git/hooks/pre-commit << 'END'\n${HOOK}END\nchmod +x .git/hooks/pre-commit`,
    );
    const { status, stderr } = await machine.exec("git commit --quiet --allow-empty -m x");
    expect([status, stderr]).toEqual([0, "dropped\n"]);
    const plain = await machine.exec(HOOK.replace("#!/bin/sh\n", ""));
    expect(plain.stderr).toContain("blocked git stash drop");
    expect(plain.stderr).not.toContain("dropped");
  });

  it.each(["#!/bin/sh -e", "#! /bin/bash", "#!/usr/bin/env bash", "#!/usr/bin/env -S bash -e"])(
    "knows a hook that begins with %s",
    async (first) => {
      using machine = makeMachine({ uid });
      machine.host(
        `cat > .git/hooks/pre-commit << 'END'\n${HOOK.replace("#!/bin/sh", first)}END\nchmod 755 .git/hooks/pre-commit`,
      );
      const { stderr } = await machine.exec("git commit --quiet --allow-empty -m x");
      expect(stderr).toBe("dropped\n");
    },
  );

  it("lets no script of that name do so that was made inside", async () => {
    using machine = makeMachine({ uid });
    const { stdout, stderr } = await machine.exec(
      `printf '#!/bin/sh\\necho more >> README.md; git stash push -q && git stash drop -q && echo dropped\\n' > pre-commit
       chmod +x pre-commit; git rebase --quiet --exec ./pre-commit --root; ./pre-commit; echo end`,
    );
    expect(stdout).not.toContain("dropped");
    expect(stderr).toContain("blocked git stash drop");
    expect(stdout).toContain("end\n");
  });
});
