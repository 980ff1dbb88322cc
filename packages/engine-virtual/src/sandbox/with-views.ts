import { realpathSync } from "node:fs";
import { resolve } from "node:path";

import { SandboxError } from "@agent-sandbox/core";
import { decide, type ResolvedPolicy } from "@agent-sandbox/policy";

import type { Files } from "../files/files.ts";
import { HostDirectory, type Shows } from "../files/view/host-directory.ts";
import type { View } from "../files/view/view-walk.ts";
import { ViewedFiles } from "../files/view/viewed-files.ts";
import type { Settings, ViewOptions } from "./options.ts";

/** The files with the directories of the host that can be looked at. */
export function withViews(files: Files, settings: Settings): Files {
  return new ViewedFiles(
    files,
    settings.views.map((view) => viewOf(view, settings)),
  );
}

function viewOf({ source, target, shows }: ViewOptions, { maxFileSize, policy }: Settings): View {
  const real = realPathOf(source);
  const at = resolve("/", target ?? real)
    .split("/")
    .filter((name) => name !== "");
  if (at.length === 0 || at[0] === "dev") {
    throw new SandboxError("USAGE", `Cannot view "${source}": it cannot be at "${target ?? real}"`);
  }
  const options = { shows: shows ?? showingBy(policy), maxFileSize };
  return { at, directory: new HostDirectory(real, options) };
}

function realPathOf(source: string): string {
  try {
    return realpathSync.native(source);
  } catch (cause) {
    throw new SandboxError("USAGE", `Cannot view "${source}": it is not there`, { cause });
  }
}

function showingBy(policy: ResolvedPolicy | undefined): Shows {
  if (policy === undefined) return () => true;
  return (path, kind) => {
    const target = { path, real: path, kind };
    return decide(policy, { operation: "read", target }).effect === "allow";
  };
}
