import { randomUUID } from "node:crypto";
import { chown, mkdir, open, realpath, rename, rm, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { SandboxError } from "@agent-sandbox/core";
import { errnoOf } from "../errno.ts";
import { syncDirectory } from "../state/sync-directory.ts";
import type { ConfigPlace } from "./config-place.ts";
import { parseLayer } from "./parse-layer.ts";
import { parseConfig } from "./read-config.ts";
import { readText } from "./read-text.ts";
import { sectionOf } from "./section-file.ts";

/**
 * Puts `text` in the place of a layer's file, whole or not at all, with the owner and mode that the
 * file has. Fails with CONFIG_INVALID, and writes nothing, where it is no valid configuration or
 * where somebody else has changed the file since `place` was read.
 */
export async function saveConfig(place: ConfigPlace, text: string): Promise<void> {
  const { layer, file, section } = place;
  const whole = await parseConfig(text, file);
  const { value, lines } = section === undefined ? whole : (sectionOf(whole) ?? NOTHING);
  parseLayer(value, { layer, file, lines, ...(section !== undefined && { section }) });
  const links = layer === "user" ? "follow" : "refuse";
  if (readText(file, { links }) !== place.text) {
    throw new SandboxError("CONFIG_INVALID", `Cannot write "${file}": it has changed meanwhile`, {
      hint: "Look at it and try again",
    });
  }
  try {
    const made = await mkdir(dirname(file), { recursive: true });
    if (made !== undefined) await giveAsItsFolder(made);
    await replace(place.text === undefined ? file : await realpath(file), text);
  } catch (cause) {
    throw notWritten(file, cause);
  }
}

const NOTHING = { value: {}, lines: new Map<string, number>() };

/** Whoever runs this as root in another's workspace leaves what is that workspace's owner's. */
async function giveAsItsFolder(path: string): Promise<void> {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = await stat(dirname(path));
  await chown(path, uid, gid);
}

async function replace(file: string, text: string): Promise<void> {
  const draft = `${file}.${randomUUID()}.tmp`;
  const there = await stat(file).catch(() => undefined);
  try {
    const handle = await open(draft, "wx", there?.mode ?? 0o644);
    try {
      await handle.writeFile(text);
      if (there !== undefined) await handle.chmod(there.mode & 0o7777);
      await handle.sync();
    } finally {
      await handle.close();
    }
    if (there === undefined) await giveAsItsFolder(draft);
    else if (process.getuid?.() === 0) await chown(draft, there.uid, there.gid);
    await rename(draft, file);
    await syncDirectory(dirname(file));
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

function notWritten(file: string, cause: unknown): SandboxError {
  const errno = errnoOf(cause) ?? "";
  const state = STATES[errno] ?? (cause instanceof Error ? cause.message : String(cause));
  const code = errno === "ENOSPC" ? "DISK_FULL" : "CONFIG_INVALID";
  return new SandboxError(code, `Cannot write "${file}": ${state}`, {
    hint: `See who may write it: ls -ld "${dirname(file)}"`,
    cause,
  });
}

const STATES: Readonly<Record<string, string>> = {
  EACCES: "permission denied",
  EPERM: "permission denied",
  EROFS: "the file system is read-only",
  ENOSPC: "the disk is full",
};
