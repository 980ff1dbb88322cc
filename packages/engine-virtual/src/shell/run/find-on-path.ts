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

/** Every command is in `/bin` and `/usr/bin` too. */
export function programOf(name: string): string {
  return name.startsWith("/") ? name.replace(/^\/(?:usr\/)?bin\/(?=[^/]+$)/, "") : name;
}

/** Why execve would not run what a name, or a path, stands for; undefined where it would. */
export function refusalOf(shell: Shell, name: string): 126 | 127 | undefined {
  if (shell.world.find(programOf(name)) !== undefined) return undefined;
  if (!name.includes("/")) return findOnPath(shell, name) === undefined ? 127 : undefined;
  if (isProgram(shell, name)) return undefined;
  return shell.world.files.exists(shell.resolve(name)) ? 126 : 127;
}

function isProgram(shell: Shell, file: string): boolean {
  const { files } = shell.world;
  const absolute = shell.resolve(file);
  if (!files.exists(absolute)) return false;
  const { kind, mode } = files.stat(absolute);
  return kind === "file" && (mode & 0o111) !== 0;
}
