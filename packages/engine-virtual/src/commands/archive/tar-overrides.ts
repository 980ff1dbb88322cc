import { FileError } from "../../files/errors.ts";
import { formatTime } from "../dates/format-time.ts";
import { parseDate } from "../dates/parse-date.ts";
import { timeZone } from "../dates/time-zone.ts";
import { complain } from "../define-command.ts";
import { changedMode } from "../modes.ts";
import { CommandError } from "../options.ts";
import { localeQuoted } from "../quote.ts";
import type { TarEntry } from "./tar-header.ts";
import type { TarCall } from "./tar-options.ts";

export type Override = (entry: TarEntry) => TarEntry;

const EXITING = "tar: Error is not recoverable: exiting now";
const MOST_ID = 2 ** 32 - 1;

interface Named {
  readonly name: string;
  readonly id: number | undefined;
}

/** `bob`, `1001`, `bob:1001`, `:1001`. */
function namedOf(text: string): Named {
  const colon = text.indexOf(":");
  const isName = colon === -1 && !/^\d/.test(text);
  const [name, digits] = colon === -1 ? ["", text] : [text.slice(0, colon), text.slice(colon + 1)];
  if (isName) return { name: text, id: text === "root" ? 0 : undefined };
  if (!/^\+?\d+$/.test(digits) || Number(digits) > MOST_ID)
    throw new CommandError(`${digits}: Invalid owner or group ID\n${EXITING}`);
  const id = Number(digits);
  return { name: name === "" && id === 0 ? "root" : name, id };
}

/** In whole seconds. */
function timeOf({ invocation, options }: TarCall): number | undefined {
  const text = options.value("mtime");
  if (text === undefined) return undefined;
  if (/^[./]/.test(text)) return fileTime(invocation, text);
  const zone = timeZone(invocation.env.get("TZ"));
  const time = parseDate(text, invocation.now(), zone);
  if (time === undefined)
    throw new CommandError(`--mtime: unknown date format ${localeQuoted(text)}\n${EXITING}`);
  if (options.has("verbose")) {
    const fraction = time % 1_000 === 0 ? "" : ".%N";
    const shown = formatTime(`%Y-%m-%d %H:%M:%S${fraction}`, time, zone);
    complain(invocation, `Option --mtime: Treating date '${text}' as ${shown}`);
  }
  return Math.floor(time / 1_000);
}

function fileTime({ files, resolve }: TarCall["invocation"], name: string): number {
  try {
    return Math.floor(files.stat(resolve(name)).modified / 1_000);
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    const help = "Try 'tar --help' or 'tar --usage' for more information.";
    const words = `${name}: Cannot stat: ${error.message}\ntar: Date sample file not found`;
    throw new CommandError(`${words}\n${help}`);
  }
}

function modeOf({ invocation: { umask }, options }: TarCall): (entry: TarEntry) => number {
  const text = options.value("mode");
  const isWrong =
    text !== undefined && changedMode(text, { mode: 0, isDirectory: false, umask }) === undefined;
  if (isWrong) throw new CommandError(`Invalid mode given on option\n${EXITING}`);
  return ({ kind, mode }) => {
    const now = { mode, isDirectory: kind === "directory", umask };
    return text === undefined ? mode : (changedMode(text, now) ?? mode);
  };
}

interface Owner {
  readonly name: string;
  readonly id: number;
}

/** Whom `--owner` or `--group` puts in the place of a file's own. */
function ownerOf({ options }: TarCall, key: "group" | "user"): (own: Owner) => Owner {
  const text = options.value(key);
  const given = text === undefined ? undefined : namedOf(text);
  const isNumeric = options.has("numeric");
  return (own) => ({
    name: isNumeric ? "" : (given?.name ?? own.name),
    id: given?.id ?? own.id,
  });
}

/** What `--mtime`, `--owner`, `--group`, `--mode` and `--numeric-owner` put in the place of what a file has. */
export function overrideOf(call: TarCall): Override {
  const modified = timeOf(call);
  const modeFor = modeOf(call);
  const [user, group] = [ownerOf(call, "user"), ownerOf(call, "group")];
  return (entry) => {
    const owner = user({ name: entry.owner, id: entry.ownerId });
    const party = group({ name: entry.group, id: entry.groupId });
    return {
      ...entry,
      modified: modified ?? entry.modified,
      mode: modeFor(entry),
      owner: owner.name,
      ownerId: owner.id,
      group: party.name,
      groupId: party.id,
    };
  };
}
