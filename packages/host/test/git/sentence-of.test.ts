import { describe, expect, it } from "@jest/globals";
import { sentenceOf } from "../../src/git/sentence-of.ts";

describe("sentenceOf", () => {
  it.each([
    ["", "no reason given"],
    ["fatal: bad config line 1 in file .git/config\n", "bad config line 1 in file .git/config"],
    [
      "git@host: Permission denied (publickey).\r\nfatal: Could not read from remote repository.\n\nPlease make sure you have the correct access rights\nand the repository exists.\n",
      "git@host: Permission denied (publickey)",
    ],
    ["fatal: Could not read from remote repository.\n", "Could not read from remote repository"],
    [
      "fatal: unable to access 'https://u:p@h/': no\nhint: try\n",
      "unable to access 'https://h/': no",
    ],
    ["remote: \u001b[31mgo away\u0007\n", "remote:  [31mgo away"],
  ])("of %j is %j", (stderr, sentence) => {
    expect(sentenceOf(stderr)).toBe(sentence);
  });
});
