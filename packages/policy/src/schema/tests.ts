import * as z from "zod/mini";
import { OPERATIONS } from "../operations.ts";
import type { PolicyTest } from "../resolve/resolved-policy.ts";
import { madeOnce } from "./made-once.ts";
import { type Parsed, parsedBy } from "./refusal.ts";

const target = (what: string) => z.optional(z.string().check(z.meta({ description: what })));

const testCase = () =>
  z.strictObject({
    read: target("A path: may it be read?"),
    write: target("A path: may it be written?"),
    create: target("A path: may it be made?"),
    delete: target("A path: may it be removed?"),
    list: target("A directory: may it be listed?"),
    exec: target("A program: may it run?"),
    connect: target("A host and its port, host:443: may it be reached?"),
    env: target("A variable: does it go in?"),
    tool: target("A tool, or Bash(command): may it be called?"),
    expect: z
      .enum(["allow", "deny"])
      .check(z.meta({ description: "What the policy has to answer" })),
  });

function parseCase({
  expect,
  ...operations
}: z.output<ReturnType<typeof testCase>>): Parsed<PolicyTest> {
  const [first, second] = OPERATIONS.filter((name) => operations[name] !== undefined);
  const written = first && operations[first];
  if (first === undefined || written === undefined || written === "") {
    return { refused: "asks for nothing", hint: `Add one of ${OPERATIONS.join(", ")}` };
  }
  if (second !== undefined) {
    return { refused: `asks for "${first}" and "${second}"`, hint: "Make two cases of it" };
  }
  if (first === "connect" && !/^.+:\d{1,5}$/.test(written)) {
    return { refused: `${JSON.stringify(written)} has no port`, hint: `Write "${written}:443"` };
  }
  return { value: { operation: first, target: written, expect } };
}

export const testsSchema = madeOnce(() =>
  z.array(parsedBy(testCase(), parseCase)).check(
    z.meta({
      description:
        "Your own cases for `agent-sandbox test`: what is asked for and what has to come out. Relative paths start at the workspace.",
      examples: [
        [
          { read: ".env", expect: "deny" },
          { connect: "github.com:443", expect: "allow" },
        ],
      ],
    }),
  ),
);
