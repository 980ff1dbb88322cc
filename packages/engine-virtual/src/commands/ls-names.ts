import type { FileStatus } from "../files/files.ts";
import { globMatcher } from "./glob-match.ts";
import type { Listed, LsCall } from "./ls-options.ts";
import { isLong } from "./ls-options.ts";
import { quotingOf } from "./ls-quoting.ts";

/** What is shown behind a name: nothing, or what it is. */
type Indicator = "none" | "slash" | "file-type" | "classify";

const INDICATORS: readonly Indicator[] = ["none", "slash", "file-type", "classify"];
const BY_OPTION = { slash: "slash", fileType: "file-type" } as const;

export function indicatorOf({ options }: LsCall): Indicator {
  const last = options.last("slash", "fileType", "classify", "indicator");
  if (last === undefined) return "none";
  if (last === "classify") {
    const when = options.value("classify") ?? "always";
    return when === "always" ? "classify" : "none";
  }
  if (last !== "indicator") return BY_OPTION[last];
  return INDICATORS.find((one) => one === options.value("indicator")) ?? "none";
}

/** What shows that something is a directory, a program or a link. */
export function markOf(call: LsCall, status: FileStatus): string {
  const indicator = indicatorOf(call);
  if (indicator === "none") return "";
  if (status.kind === "directory") return "/";
  if (indicator === "slash") return "";
  if (status.kind === "link") return isLong(call) ? "" : "@";
  if (indicator === "file-type") return "";
  return status.kind === "file" && (status.mode & 0o111) !== 0 ? "*" : "";
}

/** A name alone, as a heading has it. */
export const bareName = (call: LsCall, name: string): string => quotingOf(call)(name);

/** The name of a row, with what shows what it is. */
export function shownName(call: LsCall, entry: Listed): string {
  return bareName(call, entry.name) + markOf(call, entry.status);
}

/** Which names of a directory are passed over, besides those that begin with a dot. */
export function ignoredBy({ options }: LsCall): (name: string) => boolean {
  const hidden = options.has("all", "almostAll") ? [] : options.values("hide");
  const backups = options.has("backups") ? ["*~"] : [];
  const matchers = [...options.values("ignore"), ...hidden, ...backups].map((glob) =>
    globMatcher(glob),
  );
  return (name) => matchers.some((matches) => matches(name));
}
