import { FileError } from "../../files/errors.ts";
import type { Files, OpenFile, OpenHow } from "../../files/files.ts";
import { ShellFailure } from "../shell-failure.ts";
import type { Shell } from "../shell.ts";
import { type Channel, copyOf, directoryChannel, fileChannel, NOTHING } from "./channels.ts";

/** What a redirection to a path leads to. */
export function openChannel(shell: Shell, path: string, how: OpenHow): Channel {
  if (path === "/dev/null") return NOTHING;
  try {
    const descriptor = descriptorOf(path);
    if (descriptor === undefined) {
      return openFile(shell, path, how);
    }
    const channel = shell.channels[descriptor];
    if (channel === undefined) throw new FileError("ENOENT", path);
    const file = fileBehind(channel, how);
    return file !== undefined && shell.world.files.exists(file)
      ? openFile(shell, file, how)
      : copyOf(channel);
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    throw new ShellFailure(`${path}: ${stateOf(error)}`);
  }
}

function openFile(shell: Shell, path: string, how: OpenHow): Channel {
  const { files } = shell.world;
  const file = openOrRefuse(files, shell.resolve(path), how);
  if (file === undefined) return directoryChannel(files.realPath(shell.resolve(path)));
  const real = files.realPath(shell.resolve(path));
  return fileChannel(file, real, how.read === true ? files.stat(real).size : 0);
}

/** Undefined for a directory, which may be opened, but not read. */
function openOrRefuse(files: Files, path: string, how: OpenHow): OpenFile | undefined {
  try {
    return files.open(path, how);
  } catch (error) {
    const isDirectory = error instanceof FileError && error.code === "EISDIR";
    if (isDirectory && how.write !== true) return undefined;
    throw error;
  }
}

/** By the name of a descriptor its file is opened once more, from its start on; a pipe is shared. */
function fileBehind({ input, output }: Channel, how: OpenHow): string | undefined {
  return how.read === true ? input?.path : output?.path;
}

/** Only `set -C` asks for a file that is not there. */
function stateOf({ code, message }: FileError): string {
  return code === "EEXIST" ? "cannot overwrite existing file" : message;
}

function descriptorOf(path: string): number | undefined {
  const [, number, name] = /^\/dev\/(?:fd\/(\d+)|(stdin|stdout|stderr))$/.exec(path) ?? [];
  if (number !== undefined) return Number(number);
  return name === undefined ? undefined : NAMED[name];
}

const NAMED: Readonly<Record<string, number>> = { stdin: 0, stdout: 1, stderr: 2 };
