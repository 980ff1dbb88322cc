import { basename, dirname } from "node:path";

import type { SandboxPlan } from "@agent-sandbox/core";
import type { RecordAhead } from "@agent-sandbox/host";

/**
 * What `open` does about absent protected paths, as commands that a person can paste. The first
 * writes their record, by which they are removed again once the sandbox has ended.
 */
export function placeholderCommands(
  { placeholders, user }: Pick<SandboxPlan, "placeholders" | "user">,
  record: RecordAhead,
): readonly (readonly string[])[] {
  if (placeholders.length === 0) return [];
  const owner = `${user.uid.toString()}:${user.gid.toString()}`;
  return [
    [...WRITE_RECORD, "record", dirname(record.file), basename(record.file), record.content],
    ...placeholders.map(({ path, kind, content }) =>
      kind === "directory"
        ? ["mkdir", "-p", path]
        : ["sh", "-c", '[ -e "$2" ] || printf %s "$1" > "$2"', "placeholder", content, path],
    ),
    ["chown", owner, ...placeholders.map(({ path }) => path)],
  ];
}

const WRITE_RECORD = ["sh", "-c", 'umask 077 && mkdir -p "$1" && printf %s "$3" > "$1/$2"'];
