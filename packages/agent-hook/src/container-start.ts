/**
 * Tells this start of the container from an earlier one, whose files under /run outlive it: the boot's
 * id and when PID 1 started, the 22nd field of its stat (proc(5)). The second is the program's name in
 * parentheses, which may hold blanks and parentheses. As `base-image/lib/container-start.bash` writes it.
 */
export function containerStart(bootId: string, stat: string): string {
  const behindName = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return `${bootId.trim()} ${behindName[19] ?? ""}`;
}
