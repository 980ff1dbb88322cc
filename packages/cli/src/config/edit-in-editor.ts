import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { createInterface } from "node:readline/promises";

import { SandboxError } from "@agent-sandbox/core";
import { type ConfigPlace, saveConfig } from "@agent-sandbox/host";

import { toFailure } from "../failure.ts";
import type { Surroundings } from "../surroundings.ts";

/**
 * Opens a copy of a layer's file in the person's editor and saves it once it is valid; what is not
 * valid can be edited again, and is kept where the person gives up. `start` is what a new file begins
 * with. Resolves with whether anything was saved.
 */
export async function editInEditor(
  place: ConfigPlace,
  start: string,
  surroundings: Surroundings,
): Promise<boolean> {
  const directory = await mkdtemp(join(tmpdir(), "agent-sandbox-edit-"));
  const draft = join(directory, basename(place.file));
  await writeFile(draft, place.text ?? start, { mode: 0o600 });
  for (;;) {
    await openEditor(draft, surroundings);
    const text = await readFile(draft, "utf8");
    const isSame = text === (place.text ?? start);
    const failure = isSame ? undefined : await whyNotSaved(place, text);
    if (failure === undefined) {
      await rm(directory, { recursive: true });
      return !isSame;
    }
    const { code, message, hint } = toFailure(failure);
    surroundings.say(message);
    if (hint !== undefined) surroundings.say(hint);
    if (code === "CONFIG_INVALID" && (await isToBeEditedAgain())) continue;
    throw new SandboxError("CONFIG_INVALID", `Cannot save "${place.file}": ${message}`, {
      hint: `What you wrote is kept in "${draft}"`,
      cause: failure,
    });
  }
}

async function whyNotSaved(place: ConfigPlace, text: string): Promise<unknown> {
  return await saveConfig(place, text).then(
    () => undefined,
    (error: unknown) => error,
  );
}

/** As git does: the variable may hold arguments, and a shell reads it. */
async function openEditor(file: string, { env }: Surroundings): Promise<void> {
  const editor = env["VISUAL"] ?? env["EDITOR"] ?? "vi";
  const child = spawn("sh", ["-c", `${editor} "$@"`, editor, file], { stdio: "inherit" });
  const [status] = (await once(child, "close")) as [number | null];
  if (status === 0) return;
  throw new SandboxError("USAGE", `Cannot edit: "${editor}" ended with status ${String(status)}`, {
    hint: `Name another editor in EDITOR; what you wrote is kept in "${file}"`,
  });
}

async function isToBeEditedAgain(): Promise<boolean> {
  if (!process.stdin.isTTY) return false;
  using terminal = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await terminal.question("Edit it again? [Y/n] ");
  return !/^\s*n/i.test(answer);
}
