import { findText } from "../../regex/find-text.ts";
import { described } from "./described.ts";
import { NOW } from "./filter.ts";
import type { Json, JsonObject } from "./json.ts";
import { isArray, isEqual, isObject, JqError, kindOf } from "./json.ts";
import type { Machine } from "./machine.ts";
import type { Steps } from "./steps.ts";

/** `contains`: a list of a hundred thousand in another one takes ten thousand million comparisons. */
export function* contains(machine: Machine, value: Json, wanted: Json): Steps<boolean> {
  if (isObject(value) && isObject(wanted)) return yield* holdsKeys(machine, value, wanted);
  if (isArray(value) && isArray(wanted)) {
    for (const part of wanted) {
      if (!(yield* isWithin(machine, value, part))) return false;
    }
    return true;
  }
  if (typeof value === "string" && typeof wanted === "string")
    return findText(value, wanted) !== -1;
  if (kindOf(value) === kindOf(wanted)) return isEqual(value, wanted);
  throw new JqError(
    `${described(value)} and ${described(wanted)} cannot have their containment checked`,
  );
}

function* holdsKeys(machine: Machine, value: JsonObject, wanted: JsonObject): Steps<boolean> {
  for (const [key, part] of wanted) {
    const own = value.get(key);
    if (own === undefined || !(yield* contains(machine, own, part))) return false;
    if (machine.isTime()) yield NOW;
  }
  return true;
}

/** Whether one of a list's elements has a part in it. */
function* isWithin(machine: Machine, list: readonly Json[], part: Json): Steps<boolean> {
  const isPlain = typeof part !== "string" && (part === null || typeof part !== "object");
  const kind = kindOf(part);
  for (const own of list) {
    if (isPlain ? own === part : kindOf(own) === kind && (yield* contains(machine, own, part))) {
      return true;
    }
    if (machine.isTime()) yield NOW;
  }
  return false;
}
