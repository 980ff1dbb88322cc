import {
  commandsOf,
  literalOf,
  literalsOf,
  type ShellCommand,
  ShellSyntaxError,
} from "@agent-sandbox/shell-syntax";
import { describe, expect, it } from "@jest/globals";

const variables = { HOME: "/home/node" };
const found = (script: string) => commandsOf(script, { variables });

/** The command whose program is `name`, or the last one of the script. */
function command(script: string, name?: string): ShellCommand {
  const all = found(script);
  const wanted =
    name === undefined ? all.at(-1) : all.find(({ words }) => literalOf(words[0]) === name);
  if (wanted === undefined) throw new Error(`There is no "${name ?? "command"}"`);
  return wanted;
}

const words = (script: string, name?: string) =>
  command(script, name).words.map((word) => literalOf(word));

describe("words", () => {
  it.each<[string, readonly (string | undefined)[]]>([
    ["cat 'a b' \"c d\" e\\ f", ["cat", "a b", "c d", "e f"]],
    ["cat $'a\\x2eenv'", ["cat", "a.env"]],
    ["cat $'\\x{2e}env' $'\\u002e\\x65nv\\0x'", ["cat", ".env", ".env"]],
    ["cat .e''nv", ["cat", ".env"]],
    ["cat ~ ~/x '~/x' a~", ["cat", "/home/node", "/home/node/x", "~/x", "a~"]],
    ["cat $HOME/.ssh", ["cat", "/home/node/.ssh"]],
    ["cat $OTHER a$(b)", ["cat", undefined, undefined]],
    ["f=.env; cat $f ${f}x", ["cat", ".env", ".envx"]],
    ["f='a b'; cat $f \"$f\"", ["cat", "a", "b", "a b"]],
    ["cat .{env,netrc}{,x} {1..3}", ["cat", ".env", ".envx", ".netrc", ".netrcx", undefined]],
    ["cat *.pem", ["cat", undefined]],
    ['g() { cat "$1" "$@"; }; g x', ["cat", "x", "x"]],
    ["sh -c 'cat \"$1\" $0' a b", ["cat", "b", "a"]],
    ["x=$x:1; cat $x", ["cat", undefined]],
    ["x=${y:-.env}; cat $x", ["cat", undefined]],
  ])("%s", (script, expected) => {
    expect(words(script, "cat")).toEqual(expected);
  });

  it("may be several, where a variable has several values", () => {
    const [, file] = command("for f in .env b; do cat $f; done", "cat").words;
    expect(file?.alternatives).toEqual([[".env"], ["b"]]);
    expect(literalOf(file)).toBeUndefined();
  });

  it("keep what is literal beside what is not", () => {
    const [, file] = command("cat src/$x/.env*").words;
    expect(file?.alternatives).toEqual([
      ["src/", { kind: "unknown", text: "" }, "/.env", { kind: "glob", text: "*" }],
    ]);
  });

  it("know the default of a variable that nobody sets", () => {
    const [, file] = command("cat ${y:-.env}").words;
    expect(file === undefined ? [] : literalsOf(file)).toEqual([".env"]);
  });
});

describe("redirections", () => {
  it("are files, with what is done to them", () => {
    const { redirections } = command("a <b >c 2>>d &>e <>f 2>&1 >&2 3<&- >&g");
    expect(redirections.map(({ access, target }) => [access, literalOf(target)])).toEqual([
      ["read", "b"],
      ["write", "c"],
      ["write", "d"],
      ["write", "e"],
      ["both", "f"],
      ["write", "g"],
    ]);
  });

  it.each(["> f", "{ a; } > f", "while a; do b; done > f", "(a) > f", "g() { a; } > f; g"])(
    "are found where there is no simple command: %s",
    (script) => {
      const files = found(script).flatMap(({ redirections }) => redirections);
      expect(files.map(({ target }) => literalOf(target))).toEqual(["f"]);
    },
  );
});

it("has the assignments in front of a command, and those of export", () => {
  const assignments = (script: string) =>
    command(script).assignments.map(({ name, value }) => [name, literalOf(value)]);
  expect(assignments("A=1 B=$x cmd")).toEqual([
    ["A", "1"],
    ["B", undefined],
  ]);
  expect(assignments("export A=1")).toEqual([["A", "1"]]);
  expect(assignments("A=(1 2)")).toEqual([
    ["A", "1"],
    ["A", "2"],
  ]);
});

describe("directories", () => {
  const where = (script: string) => {
    const { directories, inKnownDirectory } = command(script, "cat");
    return [directories, inKnownDirectory];
  };

  it.each<[string, readonly string[], boolean]>([
    ["cat x", ["."], true],
    ["cd a && cat x", ["./a"], true],
    ["cd a; cd b; cat x", ["./a/b"], true],
    ["cd /a; cat x", ["/a"], true],
    ["cd; cat x", ["/home/node"], true],
    ["cd ~/a; cat x", ["/home/node/a"], true],
    ["cd a; cd -; cat x", ["."], true],
    ["cd $X; cat x", [], false],
    ["cd $X; cd /a; cat x", ["/a"], true],
    ["pushd a; cat x", ["./a"], true],
    ["pushd a; popd; cat x", [], false],
    ["(cd a; :); cat x", ["."], true],
    ["(cd a; cat x)", ["./a"], true],
    ["cd a | cat x", ["."], true],
    ["echo $(cd a); cat x", ["."], true],
    ["cd a & cat x", ["."], true],
    ["true || cd a; cat x", [".", "./a"], true],
    ["if y; then cd a; fi; cat x", [".", "./a"], true],
    ["f() { cd a; }; f; cat x", ["./a"], true],
    ["f() { cat x; }; cd a; f", ["./a"], true],
    ["eval 'cd a'; cat x", ["./a"], true],
    ["sh -c 'cd a'; cat x", ["."], true],
    ["command cd a; cat x", ["./a"], true],
    ["sudo -D /x cat y", ["."], false],
    ["env -C /x cat y", ["."], false],
    ["find . -execdir cat x ';'", ["."], false],
  ])("%s", (script, directories, known) => {
    expect(where(script)).toEqual([directories, known]);
  });
});

describe("certainty", () => {
  it.each([
    ["cat", true],
    ["x; cat", true],
    ["x | cat", true],
    ["sudo cat", true],
    ["if cat; then y; fi", true],
    ["echo $(cat)", true],
    ["x && cat", false],
    ["x || cat", false],
    ["if x; then cat; fi", false],
    ["for x in a; do cat; done", false],
    ["case x in x) cat;; esac", false],
    ["f() { cat; }", false],
    ["f() { cat; }; f", true],
    ["find . -exec cat ';'", false],
  ])("%s: %s", (script, certain) => {
    expect(command(script, "cat").certain).toBe(certain);
  });
});

it("has the programs that run others, too", () => {
  const names = found("sudo -u root timeout 5 rm -rf x").map(({ words: [name] }) =>
    literalOf(name),
  );
  expect(names).toEqual(["sudo", "timeout", "rm"]);
});

it("goes once through a function that calls itself", () => {
  expect(found("f() { f; f; }; f")).toHaveLength(3);
});

it("stops where values double each other for ever", () => {
  const doubled = Array.from({ length: 60 }, (_, n) => `x${n + 1}=$x${n}$x${n}`).join("; ");
  const names = found(`x0=a; ${doubled}; cat "$x60"`).map(({ words: [name] }) => literalOf(name));
  expect(names.at(-1)).toBe("cat");
});

it.each(["x=$x$x;", "a=$b$b; b=$a$a;", "{a,b}", "f() { f; }; f;"])(
  "answers %j, as often as it fits",
  (text) => {
    expect(found(text.repeat(20_000 / text.length)).length).toBeGreaterThan(0);
  },
);

it.each([
  ["a script inside that cannot be read", "sh -c 'if'"],
  ["more commands than people write", `f0() { :; :; }; ${doubling(20)} f20`],
  ["evals inside of evals", `eval ${"eval ".repeat(30)} x`],
])("refuses %s", (_, script) => {
  expect(() => found(script)).toThrow(ShellSyntaxError);
});

function doubling(times: number): string {
  return Array.from({ length: times }, (_, n) => `f${n + 1}() { f${n}; f${n}; };`).join(" ");
}
