import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export type RecordedPush = Readonly<Record<string, unknown>>;

/** Every push from a workspace that is on record in a state folder, in the order of their times. */
export function recordedPushes(state: string, workspacePath: string): readonly RecordedPush[] {
  const audit = join(state, "agent-sandbox/audit");
  return readdirSync(audit, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".jsonl"))
    .flatMap((file) => readFileSync(join(audit, file), "utf8").trim().split("\n"))
    .map((line) => JSON.parse(line) as RecordedPush & { readonly timestamp: string })
    .filter((each) => each["event"] === "push" && each["workspace"] === workspacePath)
    .sort((a, b) => (a.timestamp < b.timestamp ? -1 : 1));
}
