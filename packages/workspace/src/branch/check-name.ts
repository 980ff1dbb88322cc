import { SandboxError } from "@agent-sandbox/core";

/** What git allows in a branch's name, for people. */
const ALLOWED =
  'git allows letters, digits and most signs, in parts between "/"; not white space, control characters, ~ ^ : ? * [ \\, "..", "@{", a part that starts with "." or ends in ".lock", nor a "-" in front (git-check-ref-format(1))';

/** HEAD of the shelf's own repository: no branch is ever this one, so all can have a worktree. */
export const NO_BRANCH = "agent-sandbox/no-branch";

/** git writes `<name>.lock` beside each part, and a file's name has at most 255 bytes. */
const MAX_PART_BYTES = 250;
/** With the directories above it a ref's path has to stay below 4096 bytes. */
const MAX_BYTES = 2048;

type Rule = readonly [isBroken: (name: string) => boolean, state: string];

const RULES: readonly Rule[] = [
  [(name) => name === "", "it is empty"],
  [(name) => !name.isWellFormed(), "it is not valid Unicode"],
  [(name) => name === "@" || name === "HEAD", "git means the current commit by it"],
  [(name) => name.startsWith("-"), 'it starts with "-"'],
  [(name) => name.includes(" "), "it has a space"],
  [(name) => /[\0-\x1f\x7f]/.test(name), "it has a control character"],
  [(name) => /[~^:?*[\\]/.test(name), "it has one of the signs ~ ^ : ? * [ \\"],
  [(name) => name.includes(".."), 'it has ".."'],
  [(name) => name.includes("@{"), 'it has "@{"'],
  [(name) => name.endsWith("."), 'it ends in "."'],
  [(name) => /^\/|\/\/|\/$/.test(name), 'it has an empty part before, after or between "/"'],
  [(name) => /(^|\/)\./.test(name), 'one of its parts starts with "."'],
  [(name) => /\.lock(\/|$)/.test(name), 'one of its parts ends in ".lock"'],
  [(name) => name === NO_BRANCH, "agent-sandbox keeps that name for itself"],
  [
    (name) => name.split("/").some((part) => byteLength(part) > MAX_PART_BYTES),
    `one of its parts has more than ${MAX_PART_BYTES} bytes`,
  ],
  [(name) => byteLength(name) > MAX_BYTES, `it has more than ${MAX_BYTES} bytes`],
];

/** Fails with BRANCH_INVALID where git could not have a branch of that name. */
export function checkName(name: string): void {
  const broken = RULES.find(([isBroken]) => isBroken(name));
  if (broken === undefined) return;
  throw new SandboxError(
    "BRANCH_INVALID",
    `Cannot use ${JSON.stringify(name)} as a branch's name: ${broken[1]}`,
    { hint: ALLOWED },
  );
}

function byteLength(text: string): number {
  return Buffer.byteLength(text);
}
