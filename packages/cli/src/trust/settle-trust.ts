import { SandboxError } from "@agent-sandbox/core";

import { quote } from "../quote.ts";
import type { Surroundings } from "../surroundings.ts";
import { acceptFiles, recordAcceptance } from "./accept-files.ts";
import { askYes, canAsk } from "./ask-yes.ts";
import type { AskingFile } from "./asking-file.ts";
import type { TrustRequest } from "./check-trust.ts";
import { questionAbout, showFiles } from "./show-files.ts";

interface Asking {
  readonly surroundings: Surroundings;
  readonly signal: AbortSignal;
}

/**
 * Has files accepted that are not: by the flag for this once, or by the person, for good. Fails with
 * POLICY_UNTRUSTED where nobody says yes.
 */
export async function settleTrust(
  files: readonly AskingFile[],
  { path, trust }: TrustRequest,
  { surroundings, signal }: Asking,
): Promise<void> {
  const told = showFiles(files);
  if (trust === true) {
    await recordAcceptance({ path, files, remembered: false }, surroundings);
    surroundings.say(`Accepted for this once:\n${told}`);
    return;
  }
  if (!canAsk(surroundings)) throw untrusted(files, { path, trust }, told);
  process.stderr.write(`${told}\n`);
  if (!(await askYes(questionAbout(files), signal))) throw untrusted(files, { path, trust });
  await acceptFiles({ path, files }, surroundings, signal);
}

function untrusted(
  files: readonly AskingFile[],
  { path, trust }: TrustRequest,
  detail?: string,
): SandboxError {
  const names = files.map(({ file }) => JSON.stringify(file)).join(" and ");
  const asks = files.length === 1 ? "it asks for" : "they ask for";
  const once = trust === undefined ? "" : "; --trust is for this once";
  return new SandboxError(
    "POLICY_UNTRUSTED",
    `Cannot use ${names} of "${path}": nobody has accepted what ${asks}`,
    {
      hint: `Read it, and accept it with: ${quote(["agent-sandbox", "trust", path])}${once}`,
      detail,
    },
  );
}
