import { FilterParser } from "./parse-filter.ts";
import type { Definition } from "./syntax.ts";

/** Functions that are written in jq itself. */
const SOURCES = `
def map(f): [.[] | f];
def select(f): if f then . else empty end;
def recurse(f; cond): recurse(f | select(cond));
def recurse_down: recurse;
def values: select(. != null);
def nulls: select(. == null);
def booleans: select(type == "boolean");
def numbers: select(type == "number");
def strings: select(type == "string");
def arrays: select(type == "array");
def objects: select(type == "object");
def iterables: select(type | . == "array" or . == "object");
def scalars: select(type | . != "array" and . != "object");
def finites: select(isinfinite or isnan | not);
def normals: select(isnormal);
def map_values(f): .[] |= f;
def to_entries: [keys_unsorted[] as $k | {key: $k, value: .[$k]}];
def from_entries: map({(.key // .Key // .name // .Name): (if . == null then . elif has("value") then .value else .Value end)}) | add + {} // {};
def with_entries(f): to_entries | map(f) | from_entries;
def del(f): delpaths([path(f)]);
def paths: path(..) | select(length > 0);
def paths(node_filter): . as $dollar | paths | select(. as $p | $dollar | getpath($p) | node_filter);
def leaf_paths: paths(scalars);
def pick(f): . as $top | reduce path(f) as $p (null; setpath($p; $top | getpath($p)));
def add(f): [f] | add;
def in(xs): . as $x | xs | has($x);
def inside(xs): . as $x | xs | contains($x);
def sort_by(f): _sort_by(map([f]));
def group_by(f): _group_by(map([f]));
def unique_by(f): [group_by(f)[] | .[0]];
def unique: group_by(.) | map(.[0]);
def min_by(f): _min_by(map([f]));
def max_by(f): _max_by(map([f]));
def any: any(.);
def all: all(.);
def any(f): any(.[]; f);
def all(f): all(.[]; f);
def isvalid(f): try (f | true) catch false;
def todate: strftime("%Y-%m-%dT%H:%M:%SZ");
def fromdateiso8601: strptime("%Y-%m-%dT%H:%M:%SZ") | mktime;
def todateiso8601: todate;
def fromdate: fromdateiso8601;
def date: todate;
def dateadd(u; n): . + n;
def datesub(u; n): . - n;
def match(re): match(re; null);
def test(re): test(re; null);
def capture(re): capture(re; null);
def capture(re; mods): match(re; mods) | _capture_object;
def scan(re): scan(re; null);
def scan(re; flags): match(re; "g" + flags) | if (.captures | length) > 0 then [.captures[] | .string] else .string end;
def splits(re): splits(re; null);
def splits(re; flags): split(re; flags) | .[];
def sub(re; str): sub(re; str; "");
def gsub(re; str): sub(re; str; "g");
def gsub(re; str; flags): sub(re; str; flags + "g");
def ascii: [.] | implode;
def combinations: if length == 0 then [] else .[0][] as $x | (.[1:] | combinations) as $w | [$x] + $w end;
def combinations(n): . as $dot | [range(n)] | map($dot) | combinations;
def walk(f): def w: if type == "object" then map_values(w) elif type == "array" then map(w) else . end | f; w;
def first: .[0];
def last: .[-1];
def nth($n): .[$n];
def nth($n; f): if $n < 0 then error("nth doesn't support negative indices") else last(limit($n + 1; f)) end;
def until(cond; update): def _until: if cond then . else (update | _until) end; _until;
def while(cond; update): def _while: if cond then ., (update | _while) else empty end; _while;
def repeat(f): recurse(f);
def range($x): range(0; $x; 1);
def range($from; $upto): range($from; $upto; 1);
def inputs: def r: (try input catch (if . == "break" then empty else error end)) | (., r); r;
def transpose: if . == [] then [] else . as $in | (map(length) | max) as $max | [range(0; $max) as $j | [range(0; $in | length) as $i | $in[$i][$j]]] end;
def tostream: path(def r: (.[]?|r), .; r) as $p | getpath($p) | reduce path(.[]?) as $q ([$p, .]; [$p + $q]);
def fromstream(f): {x: null, e: false} as $init | foreach f as $i ($init; if .e then $init else . end | if $i | length == 2 then setpath(["e"]; $i[0] | length == 0) | setpath(["x"] + $i[0]; $i[1]) else setpath(["e"]; $i[0] | length == 1) end; if .e then .x else empty end);
def truncate_stream(stream): . as $n | null | stream | . as $input | if (.[0] | length) > $n then setpath([0]; .[0][$n:]) else empty end;
def env: $ENV;
def halt_error: halt_error(5);
def INDEX(stream; idx_expr): reduce stream as $row ({}; .[$row | idx_expr | tostring] |= $row);
def INDEX(idx_expr): INDEX(.[]; idx_expr);
def JOIN($idx; idx_expr): [.[] | [., $idx[idx_expr]]];
def JOIN($idx; stream; idx_expr): stream | [., $idx[idx_expr]];
def JOIN($idx; stream; idx_expr; join_expr): stream | [., $idx[idx_expr]] | join_expr;
def scalars_or_empty: select(type | . != "array" and . != "object");
def IN(s): any(s == .; .);
def IN(src; s): any(src == s; .);
def debug(f): (f | debug | empty), .;
def abs: if type == "number" and . < 0 then -. else . end;
def toarray: if type == "array" then . else [.] end;
def error(f): f | error;
def have_literal_numbers: true;
def have_decnum: false;
def skip($n; f): if $n > 0 then foreach f as $x ($n; . - 1; if . < 0 then $x else empty end) else f end;
def isempty(g): label $go | (g | false, break $go), true | ., break $go;
def flatten: flatten(1e9);
def join($x): reduce .[] as $i (null; (if . == null then "" else . + $x end) + ($i | if . == null then "" elif type == "string" then . else tojson end)) // "";
`;

/** By name and number of parameters: the text of each. */
function sourcesByName(): ReadonlyMap<string, string> {
  const lines = SOURCES.split("\n").filter((line) => line !== "");
  return new Map(
    lines.map((line) => {
      const [, name = "", parameters] = /^def (\w+)(?:\(([^)]*)\))?:/.exec(line) ?? [];
      const count = parameters === undefined ? 0 : parameters.split(";").length;
      return [`${name}/${count}`, line];
    }),
  );
}

const TEXTS = sourcesByName();

/** The names of them, by `name/count`. */
export const preludeNames = (): readonly string[] => [...TEXTS.keys()];

/** One of jq's own functions, by `name/count`. */
export function preludeDefinition(key: string): Definition | undefined {
  const text = TEXTS.get(key);
  return text === undefined
    ? undefined
    : new FilterParser({ name: "<builtin>", text }).definition();
}
