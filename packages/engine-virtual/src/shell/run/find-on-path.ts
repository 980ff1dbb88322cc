import type { Shell } from "../shell.ts";

/** The script that a name without a slash stands for, by PATH; the commands themselves are looked for before. */
export function findOnPath(shell: Shell, name: string): string | undefined {
  const path = shell.variables.text("PATH");
  if (path === undefined || name === "") return undefined;
  for (const directory of path.split(":")) {
    const file = directory === "" ? `./${name}` : `${directory}/${name}`;
    if (isProgram(shell, file)) return file;
  }
  return undefined;
}

function isProgram(shell: Shell, file: string): boolean {
  const { files } = shell.world;
  const absolute = shell.resolve(file);
  if (!files.exists(absolute)) return false;
  const { kind, mode } = files.stat(absolute);
  return kind === "file" && (mode & 0o111) !== 0;
}
