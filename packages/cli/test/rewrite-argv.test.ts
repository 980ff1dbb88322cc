import { describe, expect, it } from "@jest/globals";
import { rewriteArgv } from "../src/rewrite-argv.ts";

const COMMANDS = new Set(["shell", "run", "init", "show-run"]);
/** The names of directories beside us; one of them is named as a command is. */
const DIRECTORIES = new Set(["app", "run", "--odd"]);
const rewrite = (...argv: string[]) =>
  rewriteArgv(argv, COMMANDS, (word) => DIRECTORIES.has(word)).join(" ");

describe("rewriteArgv", () => {
  it.each([
    ["nothing", [], "shell"],
    ["a flag", ["--build"], "shell --build"],
    ["a flag and a path", ["--build", "./app"], "shell --build ./app"],
    ["a relative path", ["./app"], "shell ./app"],
    ["a path of two parts", ["work/app", "--json"], "shell work/app --json"],
    ["an absolute path", ["/srv/app"], "shell /srv/app"],
    ["a path that is not there, for shell to say so", ["./absent"], "shell ./absent"],
    ["this directory", ["."], "shell ."],
    ["the one above", [".."], "shell .."],
    ["a directory's name", ["app"], "shell app"],
    ["a bare --", ["--", "ls"], "shell -- ls"],
  ])("takes %s for shell", (_, argv, expected) => {
    expect(rewrite(...argv)).toBe(expected);
  });

  it.each([
    ["a command", ["init", "./app", "--force"]],
    ["a command and what comes after its --", ["run", "--", "ls", "--help"]],
    ["a command that is also a directory here", ["run"]],
    ["help", ["help", "run"]],
    ["--help", ["--help"]],
    ["-h", ["-h"]],
    ["--version", ["--version"]],
    ["-v", ["-v"]],
    ["a word that is neither, for oclif to suggest another", ["shel"]],
  ])("leaves %s as it is", (_, argv) => {
    expect(rewrite(...argv)).toBe(argv.join(" "));
  });

  it("keeps every word and its order, equal ones too", () => {
    expect(rewrite("run", "--", "a", "b", "a")).toBe("run -- a b a");
    expect(rewrite("./app", "x", "./app")).toBe("shell ./app x ./app");
  });

  it("asks for a directory only where the word is nothing else", () => {
    const asked: string[] = [];
    const ask = (word: string) => {
      asked.push(word);
      return false;
    };
    for (const word of ["run", "--build", "./app", "help", "shel"]) {
      rewriteArgv([word, "app"], COMMANDS, ask);
    }
    expect(asked).toEqual(["shel"]);
  });
});
