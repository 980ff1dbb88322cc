import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

export type BootstrapTool = "mmdebstrap" | "debootstrap";

const TOOLS: readonly BootstrapTool[] = ["mmdebstrap", "debootstrap"];

/** The tool on this machine that makes a Debian system, mmdebstrap before debootstrap. */
export function findBootstrapTool(env: NodeJS.ProcessEnv): BootstrapTool | undefined {
  // Debian keeps debootstrap in a directory that only root's PATH has.
  const directories = [...(env["PATH"] ?? "").split(delimiter), "/usr/sbin"];
  return TOOLS.find((tool) => directories.some((directory) => isExecutable(join(directory, tool))));
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
