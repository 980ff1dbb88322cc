import { nameMatcher } from "../../match/name-matcher.ts";
import { hasGlob } from "../../match/rule-path.ts";
import { absolutePath, isWithin, segmentsOf } from "../../paths/segments.ts";
import { ownPresetPaths } from "../../presets/expand-presets.ts";
import { sourceOf, type Sourced } from "../../source.ts";
import { every, sectionKey } from "../gather.ts";
import { listHeldBy, type Widened, widening, type Widening } from "./widening.ts";

/**
 * What the user closes within the workspace, by a rule or a preset, and the project opens again: of two
 * rules for one path its own is the later one.
 */
export function reopened({
  layer,
  user,
  places: { workspace, home },
}: Widened): readonly Widening[] {
  const place = (path: string) => segmentsOf(absolutePath(path, workspace, home));
  const top = place(".");
  const closed = (level: "ro" | "exclude") => [
    ...every([user], sectionKey("filesystem", level)),
    ...ownPresetPaths(user, level),
  ];
  const again = (level: "ro" | "rw", over: readonly Sourced<string>[]) => {
    const key = sectionKey("filesystem", level);
    const known = listHeldBy(user, key, []);
    return every([layer], key)
      .filter(({ value }) => !known.includes(value) && isWithin(place(value), top))
      .filter(({ value }) => over.some((rule) => mayReach(place(value), place(rule.value))))
      .map((rule) => widening(rule, `opens ${JSON.stringify(rule.value)}, which you closed`));
  };
  const [ro, exclude] = [closed("ro"), closed("exclude")];
  const key = sectionKey("filesystem", "ro");
  // An empty list takes rules away, but none of a preset's.
  const isEmptied =
    key.read(layer.policy)?.length === 0 && (key.read(user.policy) ?? []).length > 0;
  return [
    ...again("ro", exclude),
    ...again("rw", [...exclude, ...ro]),
    ...(isEmptied
      ? [widening({ source: sourceOf(layer.source, key.path) }, "writes what you made read-only")]
      : []),
  ];
}

/**
 * Whether a rule may stand for something that another one closes, and be the stronger there: it is as deep
 * or deeper. Two patterns in one place may always mean the same.
 */
function mayReach(rule: readonly string[], closed: readonly string[]): boolean {
  return rule.length >= closed.length && closed.every((one, at) => mayMeet(one, rule[at] ?? ""));
}

function mayMeet(one: string, other: string): boolean {
  if (hasGlob(one)) return hasGlob(other) || nameMatcher(one)(other);
  return hasGlob(other) ? nameMatcher(other)(one) : one === other;
}
