import {
  chmodSync,
  copyFileSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";

import { inSandbox, shimsFor } from "./sandbox.ts";

const scratch = mkdtempSync(join(tmpdir(), "plan-shims-"));
const bin = join(scratch, "bin");
const other = join(scratch, "other");
const PATH = `${bin}:${other}:/usr/bin:/bin`;

function program(path: string, text: string): string {
  writeFileSync(path, text);
  chmodSync(path, 0o755);
  return path;
}

const says = program(
  join(scratch, "says"),
  '#!/bin/sh\nprintf "%s|" "$AGENT_SANDBOX_CMD" "$AGENT_SANDBOX_REAL" "$@"\nexit 7\n',
);

beforeAll(() => {
  mkdirSync(bin);
  mkdirSync(other);
  program(join(bin, "tool.real"), "#!/bin/sh\necho real tool $0 $*\n");
  symlinkSync("tool.real", join(bin, "tool"));
  program(join(other, "tool"), "#!/bin/sh\necho other tool\n");
  linkSync(join(other, "tool"), join(other, "tool-1.2"));
  linkSync(join(other, "tool"), join(other, "toolbox"));
  copyFileSync("/bin/echo", join(bin, "busybox"));
  symlinkSync("busybox", join(bin, "applet"));
  symlinkSync("busybox", join(bin, "neighbour"));
  mkdirSync(join(scratch, "package/bin"), { recursive: true });
  mkdirSync(join(scratch, "package/lib"));
  writeFileSync(join(scratch, "package/lib/lib.cjs"), 'module.exports = "from the library";\n');
  program(
    join(scratch, "package/bin/cli.cjs"),
    '#!/usr/bin/env node\nconsole.log(require("../lib/lib.cjs"), ...process.argv.slice(2));\n',
  );
  symlinkSync("../package/bin/cli.cjs", join(bin, "packaged"));
});

afterAll(() => {
  rmSync(scratch, { recursive: true });
});

describe.each([
  ["the compiled launcher", true],
  ["scripts of sh", false],
])("with %s", (...[kind, isCompiled]) => {
  const shims = (rules: Readonly<Record<string, boolean | string>>) =>
    shimsFor(rules, { path: PATH, isCompiled });
  const run = (rules: Readonly<Record<string, boolean | string>>, script: string) =>
    inSandbox(shims(rules), script, { path: PATH });

  it("says which it is", () => {
    expect(shims({ rm: false }).kind).toBe(isCompiled ? "launcher" : "sh");
    expect(kind).not.toBe("");
  });

  it("blocks a command with status 126, wherever it is called from", () => {
    for (const call of ["rm x", "/usr/bin/rm x", "/bin/rm x", "env rm x"]) {
      const { status, stderr } = run({ rm: false, git: true }, call);
      expect([call, status, stderr]).toEqual([
        call,
        126,
        "command 'rm' is blocked in this sandbox\n",
      ]);
    }
  });

  it("covers every hit on PATH, and the name of what a link leads to", () => {
    const rules = { tool: false, git: true } as const;
    expect(run(rules, "tool").status).toBe(126);
    expect(run(rules, `${bin}/tool.real`).status).toBe(126);
    expect(run(rules, `${other}/tool`).status).toBe(126);
    expect(run(rules, `ln -s ${bin}/tool.real /mnt/alias; /mnt/alias`).status).toBe(126);
  });

  it("covers a second name of the same file beside it, where that is plainly the same program", () => {
    const rules = { tool: false, git: true } as const;
    expect(run(rules, "tool-1.2").status).toBe(126);
    expect(run(rules, `${other}/tool-1.2`).stderr).toBe(
      "command 'tool' is blocked in this sandbox\n",
    );
    expect(run(rules, "toolbox").stdout).toBe("other tool\n");
    const scripted = run({ tool: says, git: true }, "tool-1.2 x");
    expect(scripted.stdout).toBe("tool-1.2|/run/agent-sandbox/bin/tool-1.2|x|");
  });

  const BLOCKED = "command 'rm' is blocked in this sandbox";

  it.each([
    ["env rm x"],
    ["exec -a other /usr/bin/rm x"],
    ["exec -a '' /usr/bin/rm x"],
    ["exec -a -sh /usr/bin/rm x"],
    ["exec -a ../../bin/ls /usr/bin/rm x"],
    ["/lib64/ld-linux-x86-64.so.2 /usr/bin/rm x", isCompiled ? BLOCKED : "invalid ELF header"],
    ["exec 7< /usr/bin/rm; /proc/self/fd/7 x"],
    ["/proc/self/root/usr/bin/rm x"],
    ["cd /; /proc/self/cwd/usr/bin/rm mnt/x"],
    ["ln -s /usr/bin/rm /mnt/ls; /mnt/ls x"],
    ["ln -s /usr/bin/rm /mnt/git; /mnt/git x"],
    [
      "cp /usr/bin/rm /mnt/copy; chmod +x /mnt/copy; /mnt/copy x",
      isCompiled ? "this program has no rule under the name it was called by" : BLOCKED,
    ],
    ["cp -L /proc/self/root/bin/rm /mnt/rm; /mnt/rm x"],
    ["cd /usr/bin; PATH=:; rm /mnt/x"],
    ["cd /usr; PATH=bin; rm /mnt/x"],
    ["cd /usr/bin; PATH=/nowhere::/usr; rm /mnt/x"],
    ["find / -maxdepth 0 -exec rm x ';'"],
    ["echo x | xargs rm"],
    ["AGENT_SANDBOX_REAL=/usr/bin/rm AGENT_SANDBOX_CMD=ls rm x"],
    ["rm() { command rm x; }; rm"],
    ["perl -e 'exec { q(/usr/bin/rm) } q(ls), q(x)'"],
  ])("runs nothing of a blocked program by %s", (call, said = BLOCKED) => {
    const script = `cd /mnt; touch x; cat > call << 'END'\n${call}\nEND\nbash -c '. ./call' 2>&1; test -e /mnt/x && echo kept`;
    // Without the rule the very same call takes the file away.
    expect(run({ git: true }, script).stdout).toBe("");
    const { stdout } = run({ rm: false, git: true }, script);
    expect(stdout).toContain(said);
    expect(stdout).toMatch(/^kept\n/m);
  });

  it("has nothing of a blocked program to be run", () => {
    const { status, stderr } = run({ rm: false, git: true }, "/run/agent-sandbox/bin/rm x");
    expect([status, stderr]).toEqual([127, expect.stringContaining("not found")]);
  });

  it("runs a script in the place of a command, with its arguments unchanged and its status", () => {
    const { status, stdout } = run({ tool: says, git: true }, `tool "a b" '' '*' --help`);
    expect(stdout).toBe("tool|/run/agent-sandbox/bin/tool|a b||*|--help|");
    expect(status).toBe(7);
  });

  it("gives a script the real program, which a link in place of it does not hide", () => {
    const script = program(
      join(scratch, "through"),
      '#!/bin/sh\nexec "$AGENT_SANDBOX_REAL" through "$@"\n',
    );
    expect(run({ tool: script, git: true }, "tool x").stdout).toMatch(
      /^real tool \S+ through x\n$/,
    );
    expect(run({ packaged: script, git: true }, "packaged x").stdout).toBe(
      "from the library through x\n",
    );
  });

  it("runs a script of a megabyte", () => {
    const script = program(
      join(scratch, "large"),
      `#!/bin/sh\necho large\nexit 0\n${"#".repeat(2 ** 20)}`,
    );
    expect(run({ tool: script, git: true }, "tool").stdout).toBe("large\n");
  });

  it("lets the other names of one program that is many be", () => {
    const rules = { applet: false, git: true } as const;
    expect(run(rules, "applet").status).toBe(126);
    expect(run(rules, "busybox applet").status).toBe(126);
    expect(run(rules, "neighbour x").stdout).toMatch(/x\n$/);
  });

  it("lets a name be that has a rule of its own, though its program has another", () => {
    const rules = { tool: false, "tool.real": true, git: true } as const;
    expect(run(rules, "tool").status).toBe(126);
    expect(run(rules, "tool.real x").stdout).toMatch(/^real tool .* x\n$/);
  });

  it("judges git by each of its names and files", () => {
    const rules = { git: "@git" } as const;
    const repository = `cd $(mktemp -d) && git init -q . &&`;
    for (const call of [
      "git reset --hard",
      "/usr/bin/git reset --hard",
      "/usr/lib/git-core/git reset --hard",
      "/usr/lib/git-core/git-reset --hard",
    ]) {
      expect([call, run(rules, `${repository} ${call}`).status]).toEqual([call, 126]);
    }
    expect(run(rules, "git --version").stdout).toMatch(/^git version/);
    expect(run(rules, "git-upload-pack -h").stdout).toMatch(/usage: git.upload-pack/);
    expect(run(rules, "git-receive-pack /nowhere").stderr).toMatch(/not appear to be a git repo/);
  });

  it("leaves git its own calls of itself, and the hooks of the repository theirs", () => {
    const setUp = `cd $(mktemp -d) && git init -q . && git config user.email a@b && git config user.name a &&
      echo 1 >f && git add f && git commit -qm 1 && echo 2 >f && echo u >u &&`;
    expect(
      run({ git: "@git" }, `${setUp} git stash push -qu && git stash apply -q && cat f u`),
    ).toEqual({ status: 0, stdout: "2\nu\n", stderr: "" });
    const hook = `printf '#!/bin/sh\\ngit reset -q --hard\\n' >.git/hooks/pre-commit && chmod 755 .git/hooks/pre-commit`;
    const written = run({ git: "@git" }, `${setUp} ${hook} && git commit -qam x`);
    // One that the sandbox can write is not the human's.
    expect(written.stderr).toContain("blocked git reset --hard");
  });

  it("keeps its folders shut and everything in them as it is", () => {
    const attack = `ls /run/agent-sandbox/wrappers; rm -f /run/agent-sandbox/wrappers/rm
      mv /run/agent-sandbox/wrappers /run/agent-sandbox/w; echo x >/run/agent-sandbox/wrappers/rm
      chmod 777 /run/agent-sandbox/wrappers; mkdir /run/agent-sandbox/presets/x
      mount -t tmpfs none /run/agent-sandbox; umount -l /usr/bin/rm; cp /bin/echo /usr/bin/rm
      LD_PRELOAD=/nowhere.so rm x`;
    const { status, stderr } = run({ rm: false, git: true }, attack);
    expect(status).toBe(126);
    expect(stderr).toMatch(/command 'rm' is blocked in this sandbox\n$/);
    expect(stderr).toMatch(/ls: cannot open directory/);
  });
});

describe("a rule that cannot be kept", () => {
  it("is an error: a command that is not on PATH", () => {
    expect(() => shimsFor({ "no-such-command": false })).toThrow(
      expect.objectContaining({
        code: "PROGRAM_MISSING",
        message: 'Cannot keep commands.no-such-command: "no-such-command" is not on PATH',
      }),
    );
  });

  it("is an error: a script that is not there, or cannot be run", () => {
    expect(() => shimsFor({ rm: "/nowhere/script" })).toThrow(/Cannot run .* it cannot be read/);
    const script = join(scratch, "plain");
    writeFileSync(script, "#!/bin/sh\n");
    expect(() => shimsFor({ rm: script })).toThrow(/it is not executable/);
  });

  it("is an error: the shell that what stands in place of programs is run by", () => {
    expect(() => shimsFor({ sh: false, git: "@git" })).toThrow(/Cannot keep commands\.sh/);
    expect(() => shimsFor({ sh: false, git: true }, { isCompiled: false })).toThrow(
      /Cannot keep commands\.sh/,
    );
    expect(shimsFor({ sh: false, git: true }).kind).toBe("launcher");
  });

  it("is an error: a script whose interpreter is ruled out itself", () => {
    const script = program(join(scratch, "by-perl"), "#!/usr/bin/env perl\n");
    expect(() => shimsFor({ perl: script, git: true })).toThrow(/is run by "perl"/);
  });
});

it("is planned from the defaults alone without an error where git is missing", () => {
  expect(shimsFor({}, { path: bin }).kind).toBe("none");
});
