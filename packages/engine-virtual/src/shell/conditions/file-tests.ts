import { fileIdentity } from "../../files/file-identity.ts";
import type { FileStatus } from "../../files/files.ts";
import type { Shell } from "../shell.ts";

/** What an operator such as `-f` asks of a file that is there. */
type FileTest = (status: FileStatus) => boolean;

const FILE_TESTS: Readonly<Record<string, FileTest>> = {
  "-a": () => true,
  "-e": () => true,
  "-f": ({ kind }) => kind === "file",
  "-d": ({ kind }) => kind === "directory",
  "-c": ({ kind }) => kind === "device",
  "-b": () => false,
  "-p": () => false,
  "-S": () => false,
  "-s": ({ size, kind }) => size > 0 || kind === "directory",
  "-r": () => true,
  "-w": () => true,
  // Root executes what anybody may.
  "-x": ({ kind, mode }) => kind === "directory" || (mode & 0o111) !== 0,
  "-u": ({ mode }) => (mode & 0o4000) !== 0,
  "-g": ({ mode }) => (mode & 0o2000) !== 0,
  "-k": ({ mode }) => (mode & 0o1000) !== 0,
  "-O": () => true,
  "-G": () => true,
  "-N": () => false,
};

/** The answer, or undefined for what is no question about a file. */
export function testFile(shell: Shell, operator: string, path: string): boolean | undefined {
  if (operator === "-L" || operator === "-h") return statusOf(shell, path, true)?.kind === "link";
  const test = FILE_TESTS[operator];
  if (test === undefined) return undefined;
  const status = statusOf(shell, path, false);
  return status !== undefined && test(status);
}

/** `-nt`, `-ot`, `-ef`. */
export function compareFiles(
  shell: Shell,
  operator: string,
  paths: readonly [string, string],
): boolean | undefined {
  const [left, right] = paths.map((path) => statusOf(shell, path, false));
  switch (operator) {
    case "-nt":
      return left !== undefined && (right === undefined || left.modified > right.modified);
    case "-ot":
      return right !== undefined && (left === undefined || left.modified < right.modified);
    case "-ef":
      return left !== undefined && right !== undefined && sameFile(shell, paths);
    default:
      return undefined;
  }
}

function sameFile(shell: Shell, paths: readonly [string, string]): boolean {
  const [left, right] = paths.map((path) => fileIdentity(shell.world.files, shell.resolve(path)));
  return left === right;
}

function statusOf(shell: Shell, path: string, ofLink: boolean): FileStatus | undefined {
  if (path === "") return undefined;
  const { files } = shell.world;
  const absolute = shell.resolve(path);
  try {
    return ofLink ? files.lstat(absolute) : files.stat(absolute);
  } catch {
    return undefined;
  }
}
