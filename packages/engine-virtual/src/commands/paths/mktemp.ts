import { randomInt } from "node:crypto";

import { FileError } from "../../files/errors.ts";
import type { Running } from "../command.ts";
import type { Call } from "../define-command.ts";
import { defineCommand } from "../define-command.ts";
import { joined } from "../operands.ts";
import { CommandError, UsageError } from "../options.ts";
import { localeQuoted } from "../quote.ts";

const OPTIONS = {
  directory: "-d --directory",
  dryRun: "-u --dry-run",
  quiet: "-q --quiet",
  place: "-p=DIR",
  temporary: "--tmpdir[=DIR]",
  suffix: "--suffix=SUFF",
  inTemporary: "-t",
} as const;

type MktempCall = Call<keyof typeof OPTIONS>;

const LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
const TRIES = 100;

interface Template {
  readonly start: string;
  readonly wild: number;
  readonly suffix: string;
}

/** Parts a template at its last run of three X or more. */
function parsed(text: string, suffix: string | undefined): Template {
  const found = /^(.*?)(X+)([^X]*)$/s.exec(text);
  const [, start = "", wild = "", end = ""] = found ?? [];
  if (suffix !== undefined && end !== "") {
    throw new CommandError(`with --suffix, template ${localeQuoted(text)} must end in X`);
  }
  const whole = suffix ?? end;
  if (whole.includes("/")) {
    throw new CommandError(`invalid suffix ${localeQuoted(whole)}, contains directory separator`);
  }
  if (wild.length < 3) throw new CommandError(`too few X's in template ${localeQuoted(text)}`);
  return { start, wild: wild.length, suffix: whole };
}

const TEMPORARY = "/tmp";

const orElse = (text: string | undefined, other: string): string =>
  text === undefined || text === "" ? other : text;

function refuseTemplate(template: string, why: string): never {
  throw new CommandError(`invalid template, ${localeQuoted(template)}${why}`);
}

/** The directory that a template is below; none where it is a path of its own. */
function placeOf({ invocation, options }: MktempCall, template = ""): string {
  const fallback = orElse(invocation.env.get("TMPDIR"), TEMPORARY);
  const given = options.given.findLast(({ key }) => key === "place" || key === "temporary");
  if (options.has("inTemporary")) {
    if (template.includes("/")) refuseTemplate(template, ", contains directory separator");
    return orElse(invocation.env.get("TMPDIR"), orElse(given?.value, TEMPORARY));
  }
  if (given === undefined) return template === "" ? fallback : "";
  if (template.startsWith("/")) {
    refuseTemplate(template, "; with --tmpdir, it may not be absolute");
  }
  return orElse(given.value, fallback);
}

const named = ({ start, wild, suffix }: Template): string =>
  start + Array.from({ length: wild }, () => LETTERS[randomInt(LETTERS.length)]).join("") + suffix;

function make({ invocation, options }: MktempCall, path: string): void {
  const { files, resolve } = invocation;
  const full = resolve(path);
  if (options.has("dryRun")) {
    files.list(resolve(path.slice(0, path.lastIndexOf("/") + 1) || "."));
    if (files.exists(full)) throw new FileError("EEXIST", path);
  } else if (options.has("directory")) files.makeDirectory(full, 0o700);
  else files.open(full, { write: true, create: true, exclusive: true, mode: 0o600 }).close();
}

function makeSome(call: MktempCall, template: Template): string {
  for (let tries = 1; ; tries += 1) {
    const path = named(template);
    try {
      make(call, path);
      return path;
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      if (error.code === "EEXIST" && tries < TRIES) continue;
      if (call.options.has("quiet")) throw new CommandError("");
      const { start, wild, suffix } = template;
      const what = call.options.has("directory") ? "directory" : "file";
      const shown = localeQuoted(start + "X".repeat(wild) + suffix);
      throw new CommandError(`failed to create ${what} via template ${shown}: ${error.message}`);
    }
  }
}

function* run(call: MktempCall): Running<number> {
  yield;
  const { invocation, options } = call;
  const [given, extra] = options.operands;
  if (extra !== undefined) throw new UsageError("too many templates");
  const place = placeOf(call, given);
  const { start, ...rest } = parsed(given ?? "tmp.XXXXXXXXXX", options.value("suffix"));
  const template = { start: place === "" ? start : joined(place, start), ...rest };
  invocation.stdout.write(`${makeSome(call, template)}\n`);
  return 0;
}

export const mktemp = defineCommand({
  name: "mktemp",
  description: "Make a temporary file or directory, and print its name",
  usage: "[OPTION]... [TEMPLATE]",
  options: OPTIONS,
  run,
});
