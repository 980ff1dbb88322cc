import { type ConfigPlace, readWorkspace } from "@agent-sandbox/host";

import { listenForInterrupts } from "../interrupts.ts";
import { loadFileLayers } from "../load-policy.ts";
import type { Surroundings } from "../surroundings.ts";
import { acceptFiles } from "./accept-files.ts";
import type { AskingFile } from "./asking-file.ts";
import { untrustedConfig } from "./check-trust.ts";
import { showFiles } from "./show-files.ts";

/**
 * Makes a change of the user's own to a configuration file, and accepts what the workspace's asks for
 * then, unless there was something before that nobody has accepted. Resolves as the change does.
 */
export async function keepingTrust(
  { place, path }: { readonly place: ConfigPlace; readonly path: string },
  surroundings: Surroundings,
  change: () => Promise<boolean>,
): Promise<boolean> {
  if (place.layer === "user") return await change();
  const { path: workspace } = readWorkspace(path);
  const before = await untrustedNow(workspace, surroundings).catch(() => "unreadable");
  const changed = await change();
  if (!changed || before !== undefined) return changed;
  const now = await untrustedNow(workspace, surroundings);
  if (now !== undefined) await acceptOwn({ path: workspace, file: now }, surroundings);
  return changed;
}

async function untrustedNow(
  workspace: string,
  surroundings: Surroundings,
): Promise<AskingFile | undefined> {
  const layers = await loadFileLayers({ path: workspace }, surroundings);
  return untrustedConfig({ path: workspace, layers }, surroundings);
}

async function acceptOwn(
  { path, file }: { readonly path: string; readonly file: AskingFile },
  surroundings: Surroundings,
): Promise<void> {
  using interrupts = listenForInterrupts();
  await acceptFiles({ path, files: [file] }, surroundings, interrupts.signal);
  surroundings.say(`Accepted, as your own word:\n${showFiles([file])}`);
}
