import { FileError } from "./errors.ts";
import { byteLength } from "../shell/text.ts";

const NAME_MAX = 255;
const PATH_MAX = 4096;
/** No UTF-16 unit takes more bytes than this in UTF-8. */
const WIDEST = 3;

const isLongerThan = (text: string, bytes: number): boolean =>
  text.length > bytes / WIDEST && byteLength(text) > bytes;

/** Refuses what Linux takes for no path. */
export function checkPath(path: string): void {
  if (path === "") throw new FileError("ENOENT", path);
  if (isLongerThan(path, PATH_MAX - 1)) throw new FileError("ENAMETOOLONG", path);
  if (path.includes("\0")) throw new FileError("EINVAL", path);
}

export function checkName(name: string, path: string): void {
  if (isLongerThan(name, NAME_MAX)) throw new FileError("ENAMETOOLONG", path);
}

/** The names on a path, the first one last, so that they are popped in order; "a/" is "a/.". */
export function namesToFollow(path: string): string[] {
  const names = path.split("/").filter((name) => name !== "");
  if (path.endsWith("/") && names.length > 0) names.push(".");
  return names.reverse();
}

/** rename(2), mkdir(2) and rmdir(2) take a directory with or without a slash behind it. */
export const withoutSlashes = (path: string): string => path.replace(/(?<=[^/])\/+$/, "");
