import { SandboxError, type SessionAnswer } from "@agent-sandbox/core";

/** What went wrong with a command of a session; tells a full disk from everything else. */
export function commandFailure(name: string, { status, stderr }: SessionAnswer): SandboxError {
  const said = stderr.trim();
  const detail = said.split("\n").slice(-20).join("\n");
  if (/No space left on device|Disk quota exceeded|ENOSPC|EDQUOT/.test(said))
    return new SandboxError(
      "DISK_FULL",
      `Cannot run "${name}" in the repo shelf: the disk is full`,
      {
        hint: 'See what takes the space with "agent-sandbox df", and free it with "agent-sandbox clean"',
        detail,
      },
    );
  return new SandboxError(
    "GIT_FAILED",
    `Cannot run "${name}" in the repo shelf: it ended with status ${status}`,
    { detail },
  );
}
