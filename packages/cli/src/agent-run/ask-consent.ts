import { SandboxError } from "@agent-sandbox/core";

import { printable, printableLine } from "../printable.ts";
import { askYes } from "../trust/ask-yes.ts";

export interface Unsandboxed {
  readonly name: string;
  /** What people call the program. */
  readonly title: string;
  readonly user: string;
  readonly workspace: string;
}

export interface Consent {
  readonly isAgreed: boolean;
  /** Whether there is a person to ask. */
  readonly canAsk: boolean;
}

/** What a sandbox would have kept from the agent. */
function givenUp({ name, title, user, workspace }: Unsandboxed): string {
  return [
    printableLine(`This runs ${name} (${title}) on this machine, as ${user}, in ${workspace}`),
    "Without a sandbox there is none of this:",
    "  files       all that you can read and change is open to it, not only this workspace",
    "  network     every host, and what listens on this machine",
    "  guardrails  no protected paths, no checked git, no judged tool calls",
    "  secrets     hidden files, your logins and your whole environment",
    "What the agent's file says of tools is handed to its program, which alone keeps to it",
  ].join("\n");
}

/**
 * Asks whoever sits at the terminal. Fails with CONSENT_MISSING where nobody agrees, and where nobody can be
 * asked: a flag that turns the sandbox off is no consent by itself, and `isAgreed` says that there was one.
 */
export async function askConsent(
  asked: Unsandboxed,
  { isAgreed, canAsk }: Consent,
  signal: AbortSignal,
): Promise<void> {
  if (isAgreed) return;
  if (!canAsk) throw refused(asked, "there is no terminal to ask on");
  process.stderr.write(`${printable(givenUp(asked))}\n`);
  if (!(await askYes("Continue?", signal))) throw refused(asked, "nobody has agreed to it");
}

function refused({ name }: Unsandboxed, state: string): SandboxError {
  return new SandboxError("CONSENT_MISSING", `Cannot run "${name}" without a sandbox: ${state}`, {
    hint: "Agree to it on a terminal or with --yes, or have a sandbox with --sandbox",
  });
}
