import type { SandboxPlan } from "@agent-sandbox/core";

/** What `open` does about absent protected paths, as commands that a person can paste. */
export function placeholderCommands({
  placeholders,
  user,
}: SandboxPlan): readonly (readonly string[])[] {
  if (placeholders.length === 0) return [];
  const owner = `${user.uid.toString()}:${user.gid.toString()}`;
  return [
    ...placeholders.map(({ path, kind, content }) =>
      kind === "directory"
        ? ["mkdir", "-p", path]
        : ["sh", "-c", '[ -e "$2" ] || printf %s "$1" > "$2"', "placeholder", content, path],
    ),
    ["chown", owner, ...placeholders.map(({ path }) => path)],
  ];
}
