import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

import { parseScript, ShellSyntaxError, type SimpleCommand } from "@agent-sandbox/shell-syntax";
import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";

const corpus = readFileSync(join(import.meta.dirname, "fixtures/scripts.jsonl"), "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as string);

function isRead(script: string): boolean {
  try {
    parseScript(script);
    return true;
  } catch (error) {
    if (error instanceof ShellSyntaxError) return false;
    throw error;
  }
}

/** From 5.2 on bash looks into `$( )` when it reads it. What it only warns of, it runs. */
function bashReads(script: string): boolean {
  const { status, stderr } = spawnSync("bash", ["-O", "extglob", "-n", "-c", script], {
    encoding: "utf8",
  });
  return status === 0 && stderr.split("\n").every((line) => /^$|: warning: /.test(line));
}

/** What bash finds out when it comes to it. */
const STRICTER = [
  ...["[[ ]]", "[[ a && ]]", "[[ ! ]]", "echo `if`"],
  ...["echo ${a b}", "echo ${a[}", "echo ${a[1}", "echo ${1a}", "echo ${a.b}"],
];

/** What bash refuses, and nothing in it could run. */
const LENIENT = [...["for a { echo; }", "[[ a\n== b ]]", "[[ a ==\nb ]]"], ...["echo $[1"]];

it("agrees with bash on what is a script, but for the cases that are named", () => {
  const differing = corpus.filter((script) => isRead(script) !== bashReads(script));
  expect(corpus.length).toBeGreaterThan(600);
  expect(differing.toSorted()).toEqual([...STRICTER, ...LENIENT].toSorted());
});

const PIECES = [
  ..."a b x=1 $x \"$x\" 'q' ` $( ) ${ } ( ) { } [[ ]] (( )) <( < > >> << <<E <<- E <<< | || |& & && ;".split(
    " ",
  ),
  ..."; ;; ;& if then elif else fi for in do done while until case esac function f() time ! coproc".split(
    " ",
  ),
  ..."select $(( )) $[ ] * ? [ ] {a,b} \\ # ~ = += 2>&1 @( !( $'a\\n' $\" \" ' % / : -".split(" "),
  ...[" ", "\n", "\t", "\r", "\u00e9", "\u0001"],
];

it("never throws anything but its own error", () => {
  const scripts = fc.array(fc.constantFrom(...PIECES), { maxLength: 40 });
  const pieces = fc.property(scripts, fc.constantFrom("", " "), (words, between) => {
    isRead(words.join(between));
  });
  const texts = fc.property(fc.string({ unit: "binary", maxLength: 200 }), (text) => {
    isRead(text);
  });
  expect(fc.check(pieces, { numRuns: 3000 })).toMatchObject({ failed: false });
  expect(fc.check(texts, { numRuns: 1000 })).toMatchObject({ failed: false });
});

describe("hostile nesting", () => {
  const openers = [
    ...["(", "$(", '"$(', "${a:-", "$((", "`", "{ ", "if ", "case x in a) ", "<<A ", "! ", "<("],
    ...["f() ", "coproc ", "a[$(", "$(cat <<A\n", "$((1?", "${a/$(", "[[ ( ", "{a,", "@(", "time "],
    ...["while ", "a=(", "\\", "'", '"', "$", "$[", "$((${a["],
  ];

  it.each(openers)("%j as often as it fits is answered", (opener) => {
    expect(typeof isRead(opener.repeat(131_072 / opener.length))).toBe("boolean");
  });

  it.each([
    ["$(", ")"],
    ["(", ")"],
    ["${a:-", "}"],
    ['"$(', ')"'],
    ["{ ", ";}"],
    ["$((1+", "))"],
    ["if a; then ", "; fi"],
  ])("%j closed by %j a thousand times is refused", (open, close) => {
    const script = `echo ${open.repeat(1000)}a${close.repeat(1000)}`;
    expect(() => parseScript(script)).toThrow(ShellSyntaxError);
  });

  it("reads what is nested as people nest", () => {
    expect(isRead(`echo ${"$(echo ".repeat(15)}a${")".repeat(15)}`)).toBe(true);
    expect(isRead(`${"if a; then ".repeat(20)}b${"; fi".repeat(20)}`)).toBe(true);
  });

  it("refuses what is longer than one argument of a program", () => {
    expect(isRead(`: ${"a".repeat(131_071)}`)).toBe(false);
    expect(isRead(`: ${"a".repeat(131_070)}`)).toBe(true);
    expect(parseScript(": aaa", { length: 5 }).statements).toHaveLength(1);
    expect(() => parseScript(": aaaa", { length: 5 })).toThrow("longer than 5 characters");
  });
});

it("refuses a substitution that bash would find broken when it runs it", () => {
  expect(() => parseScript('echo "$(if)"')).toThrow(ShellSyntaxError);
  expect(() => parseScript("echo `if`")).toThrow(ShellSyntaxError);
  expect(() => parseScript("cat <<E\n$(if)\nE")).toThrow(ShellSyntaxError);
});

it("says where", () => {
  expect(() => parseScript("echo a && )")).toThrow(
    expect.objectContaining({
      name: "ShellSyntaxError",
      position: 9,
      message: expect.stringMatching(/^Cannot read the script: /),
    }),
  );
});

function simple(script: string): SimpleCommand {
  const command = parseScript(script).statements[0]?.links[0]?.pipeline.commands[0];
  if (command?.type !== "simple") throw new Error("It is no simple command");
  return command;
}

describe("the tree", () => {
  it("tells bare text, quotes and expansions apart", () => {
    const [, word] = simple(`echo a\\~"b $c"'d'$'\\t'*`).words;
    expect(word).toMatchObject({
      type: "word",
      start: 5,
      end: 23,
      parts: [
        { type: "literal", value: "a~", text: "a\\~" },
        {
          type: "double",
          parts: [
            { type: "literal", value: "b " },
            { type: "parameter", name: "c" },
          ],
        },
        { type: "quoted", value: "d" },
        { type: "quoted", value: "\t" },
        { type: "glob", text: "*" },
      ],
    });
  });

  it("gives a substitution in backquotes the positions of the whole", () => {
    const [, word] = simple("echo `a \\`b\\``").words;
    const [part] = word?.type === "word" ? word.parts : [];
    const inner = part?.type === "command" ? part.script.statements[0] : undefined;
    expect(inner?.links[0]?.pipeline.commands[0]).toMatchObject({ start: 5, end: 14 });
  });

  it("has redirections with their descriptors, and here-documents", () => {
    const script = "a 2>>f {fd}<g <<-'E' 3<<<h\n\tx $y\n\tE\n";
    expect(simple(script).redirections).toMatchObject([
      { type: "file", operator: ">>", descriptor: 2, target: { text: "f" } },
      { type: "file", operator: "<", descriptor: { variable: "fd" }, target: { text: "g" } },
      {
        ...{ type: "here-document", stripped: true },
        body: { parts: [{ type: "quoted", value: "x $y\n" }] },
      },
      { type: "here-string", descriptor: 3, word: { text: "h" } },
    ]);
  });

  it("expands the body of a here-document whose word is bare", () => {
    const [redirection] = simple("a <<E\nx $y\nE\n").redirections;
    expect(redirection).toMatchObject({
      body: {
        parts: [{ type: "double", parts: [{ value: "x " }, { name: "y" }, { value: "\n" }] }],
      },
    });
  });

  it("has chains, pipelines and backgrounds", () => {
    expect(parseScript("! a | b |& c && d || time e &").statements).toMatchObject([
      {
        background: true,
        links: [
          {
            after: undefined,
            pipeline: {
              negated: true,
              timing: undefined,
              pipes: ["|", "|&"],
              commands: [{}, {}, {}],
            },
          },
          { after: "&&", pipeline: { negated: false } },
          { after: "||", pipeline: { timing: "bash" } },
        ],
      },
    ]);
  });

  it.each([
    ["if a; then b; elif c; then d; else e; fi > f", { type: "if", redirections: [{}] }],
    ["until a; do b; done", { type: "until" }],
    ["for x in 1 2; do b; done", { type: "for", name: "x", words: [{ text: "1" }, {}] }],
    ["for x; do b; done", { type: "for", words: undefined }],
    ["for ((i = 0; i < 3; i++)); do b; done", { type: "arithmetic-for" }],
    ["case x in (a|b) c;& *) d;; esac", { type: "case", items: [{ ending: ";&" }, {}] }],
    ["[[ ! -f a && b == c* ]]", { type: "test", expression: { type: "logical" } }],
    ["(( a = 1 + b ))", { type: "arithmetic", expression: { type: "binary", operator: "=" } }],
    [
      "f() { a; } > x",
      { type: "function", name: "f", body: { type: "group", redirections: [{}] } },
    ],
    ["coproc A { a; }", { type: "coprocess", name: "A", body: { type: "group" } }],
    ["(a; b)", { type: "subshell", body: { statements: [{}, {}] } }],
    ["declare a=(1 2)", { type: "simple", words: [{}, { type: "assignment", value: [{}, {}] }] }],
    ["a[1]+=b c", { type: "simple", assignments: [{ name: "a", append: true, index: {} }] }],
  ])("%s", (script, expected) => {
    const [statement] = parseScript(script).statements;
    expect(statement?.links[0]?.pipeline.commands[0]).toMatchObject(expected);
  });

  it("keeps the parentheses of arithmetic, and the parameters in it", () => {
    const [word] = simple("echo $(((1 + $x) * y))").words.slice(1);
    expect(word).toMatchObject({
      parts: [
        {
          type: "arithmetic",
          expression: {
            ...{ type: "binary", operator: "*", right: { type: "operand", value: "y", parts: [] } },
            left: {
              type: "parentheses",
              expression: { right: { type: "operand", parts: [{ type: "parameter", name: "x" }] } },
            },
          },
        },
      ],
    });
  });
});
