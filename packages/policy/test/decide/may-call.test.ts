import { expect, it } from "@jest/globals";
import { mayCall } from "../../src/decide/may-call.ts";
import { policyOf } from "../support/policies.ts";

it.each<[object, string, boolean]>([
  [{}, "Write", true],
  [{ deny: ["Write"] }, "Write", false],
  [{ deny: ["Write(*.pem)"] }, "Write", true],
  [{ deny: ["Write(*)"] }, "Write", false],
  [{ deny: ["*"] }, "Write", false],
  [{ deny: ["Edit"] }, "NotebookEdit", false],
  [{ deny: ["Edit"] }, "apply_patch", false],
  [{ allow: ["Read"] }, "Write", false],
  [{ allow: ["Write(docs/*)"] }, "Write", true],
  [{ allow: ["Write"], deny: ["Write"] }, "Write", false],
  [{ allow: [] }, "Read", false],
])("under %j there is a call of %s: %j", (tools, tool, expected) => {
  expect(mayCall(policyOf({ user: { tools } }).tools, tool)).toBe(expected);
});
