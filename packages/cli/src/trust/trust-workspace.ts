import { readWorkspace } from "@agent-sandbox/host";

import { loadLayeredPolicy } from "../load-policy.ts";
import type { Surroundings } from "../surroundings.ts";
import { acceptFiles } from "./accept-files.ts";
import { askYes, canAsk } from "./ask-yes.ts";
import { type AskingFile, askingConfig } from "./asking-file.ts";
import { askingImage } from "./asking-image.ts";
import { isAccepted } from "./is-accepted.ts";
import { questionAbout } from "./show-files.ts";

/** What the files of a workspace ask for, and what came of it. */
export interface TrustReport {
  readonly workspace: string;
  readonly files: readonly AskingFile[];
  /** `nothing` is asked for; it is accepted `already`, or now; or the person said no. */
  readonly result: "nothing" | "already" | "accepted" | "declined";
}

/**
 * Accepts what the files of a workspace ask for, once `show` has shown it. On a terminal the person is
 * asked; elsewhere the command itself is the word.
 */
export async function trustWorkspace(
  { path, show }: { readonly path: string; readonly show: (files: readonly AskingFile[]) => void },
  surroundings: Surroundings,
  signal: AbortSignal,
): Promise<TrustReport> {
  const { path: workspace } = readWorkspace(path);
  const { layers } = await loadLayeredPolicy({ path: workspace }, surroundings);
  const config = askingConfig(layers, { workspace, home: surroundings.home });
  const image = await askingImage(workspace);
  const files = [config, image].filter((file) => file !== undefined);
  show(files);
  const report = { workspace, files };
  if (files.length === 0) return { ...report, result: "nothing" };
  const fresh = files.filter((file) => !isAccepted(file, workspace, surroundings));
  if (fresh.length === 0) return { ...report, result: "already" };
  if (canAsk(surroundings) && !(await askYes(questionAbout(fresh), signal)))
    return { ...report, result: "declined" };
  await acceptFiles({ path: workspace, files: fresh }, surroundings, signal);
  return { ...report, result: "accepted" };
}
