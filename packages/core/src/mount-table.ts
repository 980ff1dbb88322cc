/** One mount, as a process sees it (proc(5), "/proc/pid/mountinfo"). */
export interface MountEntry {
  readonly device: string;
  /** What of the file system is shown, by its path there. */
  readonly root: string;
  readonly target: string;
  readonly type: string;
}

/** Pure: the lines of a mount table, in their order: of two at one place the later one is seen. */
export function parseMountTable(text: string): readonly MountEntry[] {
  return text.split("\n").flatMap((line): readonly MountEntry[] => {
    const [own = "", rest = ""] = line.split(" - ");
    const [, , device, root, target] = own.split(" ");
    const [type = ""] = rest.split(" ");
    if (device === undefined || root === undefined || target === undefined) return [];
    return [{ device, root: unescaped(root), target: unescaped(target), type }];
  });
}

/** Spaces, tabs, line feeds and backslashes are written in octal. */
function unescaped(path: string): string {
  return path.replace(/\\([0-7]{3})/g, (_, digits: string) =>
    String.fromCharCode(parseInt(digits, 8)),
  );
}
