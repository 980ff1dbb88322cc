import type * as z from "zod/mini";
import { didYouMean } from "../did-you-mean.ts";
import { PolicyError } from "../policy-error.ts";
import { keyPath, toFileSpelling, toKebab, type LayerSource } from "../source.ts";
import { knownKeys } from "./policy-schema.ts";

type Issue = z.core.$ZodIssue;

/** The first thing that is wrong with a layer, as a sentence for people with the key's full path. */
export function issueError(issues: readonly Issue[], source: LayerSource): PolicyError {
  const [issue, path] = innermost(issues, []);
  const unknown = issue.code === "unrecognized_keys" ? issue.keys[0] : undefined;
  const shown = toFileSpelling(path);
  const full = unknown === undefined ? shown : [...shown, unknown];
  const key = keyPath(full);
  return new PolicyError(unknown === undefined ? sentence(issue) : "unknown key", {
    key,
    line: source.lines?.get(key) ?? source.lines?.get(keyPath(path)),
    hint: unknown === undefined ? hintOf(issue) : nearestKey(unknown, path),
  });
}

/** Goes into unions: the branch that took the value's type and then found something is the one meant. */
function innermost(
  issues: readonly Issue[],
  outer: readonly PropertyKey[],
): readonly [Issue, readonly PropertyKey[]] {
  const [issue] = issues;
  if (issue === undefined) throw new TypeError("zod failed without an issue");
  const path = [...outer, ...issue.path];
  if (issue.code !== "invalid_union") return [issue, path];
  const meant = issue.errors.find(([first]) => first !== undefined && !isWrongType(first));
  return meant === undefined ? [issue, path] : innermost(meant, path);
}

function isWrongType(issue: Issue): boolean {
  return issue.code === "invalid_type" && issue.path.length === 0;
}

function sentence(issue: Issue): string {
  switch (issue.code) {
    case "invalid_type":
      return `must be ${TYPE_NAMES[issue.expected] ?? issue.expected}, not ${typeOf(issue.input)}`;
    case "invalid_value":
      return `${JSON.stringify(issue.input)} is not one of ${issue.values.map((value) => JSON.stringify(value)).join(", ")}`;
    case "too_small":
      return `must be at least ${issue.minimum}`;
    case "too_big":
      return `must be at most ${issue.maximum}`;
    case "invalid_format":
      return `${JSON.stringify(issue.input)} ${issue.message}`;
    case "invalid_union":
      return `must be ${unionTypes(issue)}, not ${typeOf(issue.input)}`;
    default:
      return issue.message;
  }
}

const TYPE_NAMES: Readonly<Record<string, string>> = {
  array: "a list",
  boolean: "true or false",
  int: "a whole number",
  number: "a number",
  object: "an object",
  record: "an object",
  string: "text",
};

function unionTypes(issue: z.core.$ZodIssueInvalidUnion): string {
  const expected = issue.errors.flatMap(([first]) =>
    first?.code === "invalid_type" ? [TYPE_NAMES[first.expected] ?? first.expected] : [],
  );
  return expected.join(" or ");
}

function typeOf(value: unknown): string {
  if (value === undefined || value === null) return "nothing";
  if (Array.isArray(value)) return "a list";
  return typeof value === "object" ? "an object" : JSON.stringify(value);
}

function hintOf(issue: Issue): string | undefined {
  if (issue.code === "custom") {
    const hint: unknown = issue.params?.["hint"];
    return typeof hint === "string" ? hint : undefined;
  }
  if (
    issue.code === "invalid_type" &&
    issue.expected === "string" &&
    typeof issue.input === "number"
  ) {
    return `Write "${issue.input}" in quotes`;
  }
  return undefined;
}

function nearestKey(unknown: string, path: readonly PropertyKey[]): string | undefined {
  const known = knownKeys(path.map(String).join("."))
    .filter((key) => key !== "$schema")
    .map(toKebab);
  const near = didYouMean(toKebab(unknown), known);
  if (near !== undefined) return `Did you mean "${near}"?`;
  return known.length === 0 ? undefined : `Known keys here are ${known.join(", ")}`;
}
