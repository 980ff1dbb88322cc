import { contains } from "./contains.ts";
import { described } from "./described.ts";
import { exploded, imploded } from "./code-points.ts";
import { JqError } from "./json.ts";
import { grouped, sorted, sortedBy } from "./sort-lists.ts";
import { readJson } from "./parsed-json.ts";
import type { LongNative } from "./steps.ts";
import { writtenJson } from "./write-json.ts";

const fromJson: LongNative = function* (_, value) {
  if (typeof value === "string") return yield* readJson(value);
  throw new JqError(`${described(value)} only strings can be parsed`);
};

const toText: LongNative = function* (machine, value) {
  return typeof value === "string" ? value : yield* writtenJson(machine, value);
};

/** Functions that take a while where values are large, by `name/count`. */
export const LONG_NATIVES: ReadonlyMap<string, LongNative> = new Map(
  Object.entries<LongNative>({
    "_group_by/1": (machine, input, keys = null) => grouped(machine, input, keys),
    "_sort_by/1": (machine, input, keys = null) => sortedBy(machine, input, keys),
    "contains/1": (machine, input, wanted = null) => contains(machine, input, wanted),
    "explode/0": exploded,
    "fromjson/0": fromJson,
    "implode/0": imploded,
    "sort/0": sorted,
    "tojson/0": (machine, input) => writtenJson(machine, input),
    "tostring/0": toText,
  }),
);
