import { SandboxError } from "@agent-sandbox/core";
import { type ConfigEdit, type ConfigPlace, editConfig, saveConfig } from "@agent-sandbox/host";
import { keyPath, PolicyError, toFileSpelling } from "@agent-sandbox/policy";

/** What a command line says of a value: JSON where it is that, and the text itself where it is not. */
export function readings(written: string): readonly unknown[] {
  try {
    return [JSON.parse(written), written];
  } catch {
    return [written];
  }
}

/**
 * Makes the first of `edits` that leaves a valid configuration, and fails as the first one does where
 * none is. Resolves with whether the file is another one now.
 */
export async function changeConfig(
  place: ConfigPlace,
  edits: readonly ConfigEdit[],
): Promise<boolean> {
  const failures: unknown[] = [];
  for (const edit of edits) {
    try {
      const text = await editConfig(place.text ?? "", place.file, edit);
      if (text === place.text) return false;
      await saveConfig(place, text);
      return true;
    } catch (error) {
      failures.push(asOwnFault(error, edit));
      if (!(error instanceof SandboxError) || error.code !== "CONFIG_INVALID") break;
    }
  }
  throw failures[0];
}

/** A value that is wrong by itself is the command line's fault, and no line of the file's. */
function asOwnFault(error: unknown, { action, path }: ConfigEdit): unknown {
  const cause = error instanceof SandboxError ? error.cause : undefined;
  if (!(cause instanceof PolicyError)) return error;
  const key = keyPath(toFileSpelling(path));
  if (!cause.key.startsWith(key)) return error;
  return new SandboxError("USAGE", `Cannot ${action} "${cause.key}": ${cause.message}`, {
    hint: cause.hint,
    cause,
  });
}
