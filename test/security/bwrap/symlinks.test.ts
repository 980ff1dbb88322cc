import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, it } from "@jest/globals";

import { makeMachine, USERS } from "../../support/on-this-machine.ts";

describe.each(USERS)("links, in a sandbox of $user", ({ uid }) => {
  it.each([
    ["a file beside it", { to: "real/file", names: "link real/file" }],
    ["a file elsewhere", { to: "../elsewhere/file", names: "link ../elsewhere/file" }],
    ["a directory elsewhere", { to: "../elsewhere", names: "link/file ../elsewhere/file" }],
    ["another link", { to: "second", names: "link second ../elsewhere/file" }],
  ])("hide what an excluded one leads to: %s", async (_, { to, names }) => {
    using machine = makeMachine({ uid });
    machine.host(`for dir in real ../elsewhere; do mkdir $dir; echo in-the-open > $dir/file; done
      ln -s ../elsewhere/file second; ln -s ${to} link`);
    const { stdout } = await machine.exec(`cat ${names} 2>&1; echo end`, {
      flags: ["--exclude", "link"],
    });
    expect(stdout).not.toContain("in-the-open");
    expect(stdout).toMatch(/end\n$/);
  });

  it("are refused where one would have to stay as it is", async () => {
    using machine = makeMachine({ uid });
    machine.host("mkdir elsewhere && rm -r .git/hooks && ln -s ../elsewhere .git/hooks");
    const { status, stderr } = await machine.exec("true");
    expect(status).toBe(125);
    expect(stderr).toContain("symbolic link that can be replaced");
  });

  it("are kept by a rule, and so is what they lead to", async () => {
    using machine = makeMachine({ uid });
    machine.host("mkdir conf && echo '{}' > conf/base.json && ln -s conf/base.json tsconfig.json");
    const { status, stdout } = await machine.exec(
      `cat tsconfig.json; echo evil > tsconfig.json; echo evil > conf/base.json
       mv conf moved && echo moved; rm conf/base.json && echo removed; echo end`,
    );
    expect([status, stdout]).toEqual([0, "{}\nend\n"]);
    expect(machine.host("cat conf/base.json; readlink tsconfig.json")).toBe("{}\nconf/base.json\n");
  });

  it.each([
    ["a file", "echo evil > evil; mv -f evil tsconfig.json"],
    ["another link", "ln -sfn other.json tsconfig.json"],
    ["what was somewhere else", "mv -f README.md tsconfig.json"],
  ])("are put back where one was replaced by %s, which is kept beside it", async (_, script) => {
    using machine = makeMachine({ uid });
    machine.host("mkdir conf && echo '{}' > conf/base.json && ln -s conf/base.json tsconfig.json");
    const { status, stderr } = await machine.exec(script);
    expect(status).toBe(125);
    expect(stderr).toContain('tsconfig.json" as the policy says: the link was replaced');
    expect(stderr).toContain("tsconfig.json.replaced-1");
    expect(machine.host("readlink tsconfig.json; ls -d tsconfig.json.replaced-1")).toBe(
      "conf/base.json\ntsconfig.json.replaced-1\n",
    );
  });

  it("are put back where one was removed, with what was written since where it came to that", async () => {
    using machine = makeMachine({ uid });
    machine.host("mkdir conf && echo '{}' > conf/base.json && ln -s conf/base.json tsconfig.json");
    const { status, stderr } = await machine.exec("rm tsconfig.json; echo evil > tsconfig.json");
    expect(status).toBe(125);
    expect(stderr).toContain('tsconfig.json" as the policy says: the link was replaced');
    expect(machine.host("readlink tsconfig.json; cat conf/base.json")).toBe("conf/base.json\n{}\n");
    // The sandbox may have been ended between the two.
    expect(machine.host("cat tsconfig.json.replaced-* 2> /dev/null || true")).toMatch(
      /^(evil\n)?$/,
    );
  });

  it("end the sandbox soon after one was replaced", async () => {
    using machine = makeMachine({ uid });
    machine.host("mkdir conf && echo '{}' > conf/base.json && ln -s conf/base.json tsconfig.json");
    const { status, stdout } = await machine.exec(
      "rm tsconfig.json; i=0; while [ $i -lt 600 ]; do i=$((i+1)); sleep 0.1; done; echo went on",
    );
    expect([status, stdout]).toEqual([125, ""]);
    expect(machine.host("readlink tsconfig.json")).toBe("conf/base.json\n");
  });

  it("lead to what is writable, where nobody inside can replace them", async () => {
    using machine = makeMachine({ uid });
    const where = ["disk", "cache", "other"].map((name) => join(machine.home, name)).join(" ");
    // The temporary folder, which these homes are in, is writable otherwise.
    const env = { TMPDIR: machine.workspace };
    machine.host(`mkdir ${where} && ln -s ../home/disk ~/.npm && ln -s ~/cache ~/.cache`);
    const { stdout } = await machine.exec(
      `touch ~/.npm/x ~/.cache/x && echo wrote; touch ~/other/x 2>/dev/null && echo other
       ln -sfn ~/other ~/.npm 2>/dev/null && echo replaced; echo end`,
      { env },
    );
    expect(stdout).toBe("wrote\nend\n");
    expect(machine.host("ls ~/disk ~/cache ~/other")).toMatch(/disk:\nx[^]*other:\n$|x\n/);
  });

  it("open nothing by being writable: what they lead to stays as it is", async () => {
    using machine = makeMachine({ uid });
    const env = { TMPDIR: machine.workspace };
    machine.host(`mkdir ~/other ~/.ssh && echo key > ~/.ssh/id_test
      ln -s ~/other theirs && ln -s ~/.ssh keys && ln -s ~/.ssh ~/.npm`);
    const { stdout } = await machine.exec(
      `touch theirs/x 2>/dev/null && echo wrote; cat ~/.npm/id_test keys/id_test 2>/dev/null
       touch ~/.npm/y keys/y 2>/dev/null && echo keys; echo end`,
      { env, flags: ["--rw", "theirs", "--rw", "keys"] },
    );
    expect(stdout).toBe("end\n");
  });

  it("open nothing that is denied, whatever they are called", async () => {
    using machine = makeMachine({ uid });
    machine.host("mkdir ~/.ssh && echo key > ~/.ssh/id_test && ln -s ~/.ssh ssh");
    const { stdout } = await machine.exec("cat ssh/id_test ~/.ssh/id_test 2>&1; ls -A ssh/", {
      flags: ["--rw", "ssh"],
    });
    expect(stdout).not.toContain("key\n");
    expect(readFileSync(join(machine.home, ".ssh/id_test"), "utf8")).toBe("key\n");
    expect(existsSync(join(machine.home, ".ssh"))).toBe(true);
  });
});
