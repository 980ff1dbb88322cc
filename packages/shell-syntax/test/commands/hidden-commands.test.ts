// Bash itself says where a command can hide: each script runs in it, with a program `hit` on the PATH.
import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { commandsOf, literalsOf } from "@agent-sandbox/shell-syntax";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";

let directory: string;

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), "agent-sandbox-test-"));
  const program = join(directory, "hit");
  writeFileSync(program, `#!/bin/sh\n: > "${directory}/marker"\n`);
  chmodSync(program, 0o755);
});

afterAll(() => {
  rmSync(directory, { recursive: true, force: true });
});

function bashRuns(script: string): boolean {
  rmSync(join(directory, "marker"), { force: true });
  const env = { PATH: `${directory}:${process.env["PATH"] ?? ""}`, HOME: directory };
  spawnSync("bash", ["-O", "extglob", "-c", script], { cwd: directory, env, input: "" });
  return existsSync(join(directory, "marker"));
}

const isFound = (script: string) =>
  commandsOf(script).some(({ words: [name] }) =>
    name === undefined ? false : literalsOf(name).some((text) => /(^|\/)hit$/.test(text)),
  );

const HIDING = [
  ...["hit", "true; hit", "true && hit", "false || hit", "hit | cat", "echo | hit", "! hit"],
  ...["time hit", "hit & wait", "(hit)", "{ hit; }", "if hit; then :; fi", "if :; then hit; fi"],
  "if false; then :; elif hit; then :; else :; fi",
  "if false; then :; else hit; fi",
  ...["while hit; do break; done", "until hit; do :; done", "for x in 1; do hit; done"],
  ...["for ((;;)); do hit; break; done", "case x in x) hit;; esac", "case $(hit) in *) ;; esac"],
  ...["case x in $(hit)x) ;; esac", "f() { hit; }; f", "function f { hit; }; f", "f() (hit); f"],
  ...["echo $(hit)", 'echo "$(hit)"', "echo `hit`", 'echo "`hit`"', "echo ${x:-$(hit)}"],
  ...['echo "${x:-`hit`}"', "x=y; echo ${x/$(hit)/z}", "x=y; echo ${x#$(hit)}"],
  ...["x=abc; echo ${x:$(hit; echo 1):1}", "x=(1); echo ${x[$(hit; echo 0)]}"],
  ...[
    "x=$(hit)",
    "x[$(hit; echo 0)]=1",
    "x=(a $(hit))",
    "export x=$(hit)",
    "declare -a x=($(hit))",
  ],
  ...[
    "echo $(($(hit; echo 1) + 1))",
    "((x = $(hit; echo 1)))",
    "for ((x=$(hit;echo 1);0;)); do :; done",
  ],
  ...["[[ -n $(hit) ]]", "[[ x == $(hit) ]]", "[[ a || b ]] && hit", "echo {a,$(hit)}"],
  ...["echo @(a|$(hit))", "echo [$(hit)]", "cat <(hit)", "echo > >(hit); sleep 0.2"],
  ...[
    "cat <<E\n$(hit)\nE",
    "cat <<E\n`hit`\nE",
    "cat <<E\n${y:-'$(hit)'}\nE",
    "cat <<E\n${y:='`hit`'}\nE",
    "cat <<E\n${y:-$'$(hit)'}\nE",
    "y=1; cat <<E\n${y:+'a$(hit)'}\nE",
    "cat <<E\n${y:-${z:-'$(hit)'}}\nE",
    "cat <<E\n${y:-'${z:-'$(hit)'}'}\nE",
    'cat <<< "$(hit)"',
    "echo > $(hit)x",
    "cat < $(hit)x",
  ],
  ...[
    "{ :; } > $(hit)x",
    "coproc hit; wait",
    "coproc { hit; }; wait",
    "x=1 hit",
    "> x hit",
    "2>&1 hit",
  ],
  ...['"hit"', "'hit'", "h\\it", "h''it", "$'hit'", '$"hit"', "hi\\\nt", "./hit", "x=hit; $x"],
  ...["x=hi; ${x}t", "eval hit", 'eval "true; hit"', "x='hit'; eval $x", "eval 'eval hit'"],
  ...[
    "sh -c hit",
    "bash -c 'hit'",
    "bash -ec hit",
    "bash -c -e hit",
    "/bin/sh -c hit",
    "bash <<< hit",
  ],
  ...["bash <<'E'\nhit\nE", "echo hit | sh", "printf 'hit\\n' | bash", "echo hit | bash -s"],
  ...[
    "env hit",
    "env -i PATH=$PATH hit",
    "env A=1 hit",
    "env -u A hit",
    "env -S 'hit a'",
    "env -- hit",
  ],
  ...[
    "nice hit",
    "nice -n 5 hit",
    "nice -n5 hit",
    "nohup hit",
    "timeout 5 hit",
    "timeout -s KILL 5 hit",
  ],
  ...[
    "timeout --signal=KILL 5 hit",
    "timeout -k 1 5 hit",
    "command hit",
    "command -p ./hit",
    "exec hit",
  ],
  ...[
    "exec -a x hit",
    "setsid hit",
    "stdbuf -oL hit",
    "echo a | xargs hit",
    "echo a | xargs -n 1 hit",
  ],
  ...[
    "echo a | xargs -I{} hit {}",
    "echo a | xargs -n1 -P2 hit",
    "find . -name hit -exec hit {} \\;",
  ],
  ...[
    "find . -name hit -exec hit {} +",
    "find . -name hit -exec sh -c 'hit' \\;",
    "find . -name hit -execdir ./hit {} \\;",
  ],
  ...["trap hit EXIT", "trap 'true; hit' EXIT", "trap -- hit EXIT", "nice nice timeout 5 env hit"],
  ...['f() { "$1"; }; f hit', "f() { $@; }; f hit", "bash -c '$0' hit", "bash -c '\"$1\"' x hit"],
  ...["for x in true hit; do $x; done", "x=true; x=hit; $x", "set -e; (true; (true; (hit)))"],
  ...["x='hit a'; $x", "{hit,a}", 'echo "$(echo "$(hit)")"', "echo $(echo `hit`)"],
  ...[
    "echo `echo \\`hit\\``",
    "builtin eval hit",
    "command eval hit",
    "echo \\\n; hit",
    "# x\nhit",
  ],
  ...[
    "echo a # x\nhit",
    "cat <<'E'\n$(true)\nE\nhit",
    "cat <<E | hit\nx\nE",
    "{ hit; } 2>&1 | cat",
  ],
  ...[
    "select x in a; do break; done <<< 1; hit",
    "flock x hit",
    "flock x -c hit",
    "busybox true || hit",
  ],
];

const INNOCENT = [
  ...[
    "echo hit",
    "echo '$(hit)'",
    'echo "\\$(hit)"',
    "echo \\`hit\\`",
    "# hit",
    "cat <<'E'\n$(hit)\nE",
  ],
  ...[
    "cat <<E\nhit\nE",
    "x=hit",
    "command -v hit",
    "echo '; hit'",
    'echo "; hit"',
    "echo a\\; hit",
  ],
  ...[
    "printf hit",
    "[[ hit == x ]]",
    "echo $((hit))",
    "for hit in a; do :; done",
    "case hit in a) ;; esac",
  ],
  ...[
    "hits",
    "bash -c 'echo hit'",
    "eval echo hit",
    "find . -name hit",
    "x=1 # hit",
    "echo hit | cat",
  ],
];

describe("a command is found wherever bash runs it", () => {
  it.each(HIDING)("%j", (script) => {
    // Some of these programs are not on every machine; bash is asked about the others.
    const isThere = !/^(busybox|flock)/.test(script) || hasProgram(script);
    expect({ bash: !isThere || bashRuns(script), found: isFound(script) }).toEqual({
      bash: true,
      found: true,
    });
  });
});

describe("a command is not found where bash does not run it", () => {
  it.each(INNOCENT)("%j", (script) => {
    expect({ bash: bashRuns(script), found: isFound(script) }).toEqual({
      bash: false,
      found: false,
    });
  });
});

function hasProgram(script: string): boolean {
  const [name = ""] = script.split(" ");
  try {
    execFileSync("sh", ["-c", 'command -v "$0"', name], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}
