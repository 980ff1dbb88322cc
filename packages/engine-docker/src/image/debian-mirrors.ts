import { type CommandOptions, runCommand } from "./run-command.ts";

const FORMAT = "$(ORIGIN)|$(RELEASE)|$(COMPONENT)|$(REPO_URI)";
const TIMEOUT = 10_000;
const UNKNOWN = "$(ORIGIN)";

/**
 * Lines of a sources.list for a release of Debian, from the mirrors that this machine's own apt uses
 * for Debian's packages, updates and security included; empty where apt names none (another
 * distribution). apt-get(8), "indextargets".
 */
export async function debianMirrors(
  release: string,
  options: Omit<CommandOptions, "timeout">,
): Promise<readonly string[]> {
  const ask = ["apt-get", "indextargets", "--format", FORMAT, "Created-By: Packages"] as const;
  const { status, stdout } = await runCommand(ask, { ...options, timeout: TIMEOUT });
  return status === 0 ? toMirrorLines(stdout, release) : [];
}

/** Pure: apt's index targets, one a line as `origin|suite|component|uri`, to lines for `release`. */
export function toMirrorLines(targets: string, release: string): readonly string[] {
  const lines = targets.split("\n").flatMap((target) => {
    const [origin = "", suite = "", component, uri = ""] = target.split("|");
    // Before its first update apt does not know who signs what: "main" is Debian's own word then.
    const isDebian = origin === "Debian" || origin === UNKNOWN || origin === "";
    if (!isDebian || component !== "main" || !/^https?:/.test(uri)) return [];
    const part = suiteOf(suite, release);
    return part === undefined ? [] : [`deb ${uri} ${part} main`];
  });
  return [...new Set(lines)];
}

// "bookworm-security" for trixie is "trixie-security"; backports and the like have no part in it.
function suiteOf(suite: string, release: string): string | undefined {
  const part = /^[a-z]+(-updates|-security)?$/.exec(suite);
  return part === null ? undefined : `${release}${part[1] ?? ""}`;
}
