import type { Filter } from "./syntax.ts";

type Suffixed = Extract<Filter, { kind: "index" | "slice" | "iterate" }>;

/** No name that a program can have. */
const HELD = "?";

const HERE: Filter = { kind: "identity" };

/**
 * Pure: `.a[key]?`. The mark belongs to that one step: what it is taken of still fails, and so does the key, which is
 * the whole's input's.
 */
export function optional(node: Suffixed): Filter {
  const { kind, of } = node;
  if (kind === "iterate") return tried(of, { kind, of: HERE });
  if (kind === "index")
    return withHeld("", node.key, (key) => tried(of, { kind, of: HERE, key: key ?? HERE }));
  return withHeld("from", node.from, (from) =>
    withHeld("to", node.to, (to) =>
      tried(of, { kind, of: HERE, ...(from && { from }), ...(to && { to }) }),
    ),
  );
}

const tried = (of: Filter, body: Filter): Filter => ({
  kind: "pipe",
  left: of,
  right: { kind: "try", body },
});

/** What is the same for every input need not be held. */
function withHeld(
  which: string,
  key: Filter | undefined,
  within: (key: Filter | undefined) => Filter,
): Filter {
  if (key === undefined || isConstant(key)) return within(key);
  const name = `${HELD}${which}`;
  return {
    kind: "bind",
    source: key,
    patterns: [{ kind: "variable", name }],
    body: within({ kind: "variable", name, line: 0, at: 0 }),
  };
}

function isConstant(key: Filter): boolean {
  if (key.kind === "number") return true;
  return key.kind === "string" && key.parts.every((part) => typeof part === "string");
}
