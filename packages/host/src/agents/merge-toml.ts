import { isObject } from "@agent-sandbox/core";
import { parse, patch } from "@decimalturn/toml-patch";

type Table = Readonly<Record<string, unknown>>;

/**
 * Pure: `theirs` with every value of the TOML document `ours` set, without the profile `dropProfile`,
 * and with all else as it is: comments, order and spaces too. Undefined where `theirs` is not TOML.
 */
export function mergeToml(
  theirs: string,
  ours: string,
  { dropProfile }: { readonly dropProfile?: string } = {},
): string | undefined {
  const before = parseToml(theirs);
  if (before === undefined) return undefined;
  const kept = dropProfile === undefined ? before : withoutProfile(before, dropProfile);
  const after = patched(theirs, withValues(kept, parse(ours) as Table));
  return after === undefined || after === theirs || after.endsWith("\n") ? after : `${after}\n`;
}

/** What reads well can still be more than the library can write. */
function patched(text: string, value: Table): string | undefined {
  try {
    return patch(text, value);
  } catch {
    return undefined;
  }
}

/**
 * Pure: what a `config.toml` from before profiles had files of their own says of a profile, or
 * undefined. Codex refuses the profile's file while this is there.
 */
export function legacyProfile(text: string, profile: string): Table | undefined {
  const { profile: chosen, profiles } = parseToml(text) ?? {};
  const found = isTable(profiles) ? profiles[profile] : undefined;
  if (isTable(found)) return found;
  return chosen === profile ? {} : undefined;
}

/**
 * Pure: `ours`, the file of a profile, with what `config` says of that profile besides, so that moving
 * it there loses nothing.
 */
export function profileFile(config: string, profile: string, ours: string): string {
  const legacy = without(legacyProfile(config, profile) ?? {}, UNKNOWN);
  return Object.keys(legacy).length === 0
    ? ours
    : patch(ours, withValues(legacy, parse(ours) as Table));
}

/** Never a key of Codex's, but of configurations that were meant for it. */
const UNKNOWN = "reasoning_effort";

function parseToml(text: string): Table | undefined {
  try {
    return parse(text) as Table;
  } catch {
    return undefined;
  }
}

function withoutProfile(table: Table, profile: string): Table {
  const { profile: chosen, profiles, ...rest } = table;
  const others = isTable(profiles) ? without(profiles, profile) : {};
  return {
    ...rest,
    ...(chosen !== undefined && chosen !== profile && { profile: chosen }),
    ...(Object.keys(others).length > 0 && { profiles: others }),
  };
}

function without(table: Table, key: string): Table {
  return Object.fromEntries(Object.entries(table).filter(([name]) => name !== key));
}

function withValues(theirs: Table, ours: Table): Table {
  const entries = Object.entries(ours).map(([key, value]) => {
    const own = theirs[key];
    return [key, isTable(value) && isTable(own) ? withValues(own, value) : value] as const;
  });
  return { ...theirs, ...Object.fromEntries(entries) };
}

/** Dates are objects too. */
function isTable(value: unknown): value is Table {
  return isObject(value) && !(value instanceof Date);
}
