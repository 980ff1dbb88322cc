// What holds for any policy and any request, whatever the rules are.
import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { decide } from "../src/decide/decide.ts";
import type { Decision } from "../src/decide/decision.ts";
import type { PathTarget, PolicyRequest } from "../src/decide/request.ts";
import { isWithin, segmentsOf } from "../src/paths/segments.ts";
import { parsePolicy, type PolicyLayer } from "../src/parse-policy.ts";
import { resolvePolicy } from "../src/resolve/resolve-policy.ts";
import type { ResolvedPolicy } from "../src/resolve/resolved-policy.ts";
import type { LayerName } from "../src/source.ts";
import { BWRAP, DOCKER, VIRTUAL } from "./support/contexts.ts";

const name = fc.constantFrom("a", "b", "A", ".env", "x.pem", "secret", ".git", "hooks", "*", "a?");
const plainName = fc.constantFrom("a", "b", "A", ".env", "x.pem", "secret", ".git", "hooks", "..");
const tail = (part: fc.Arbitrary<string>) =>
  fc.array(part, { minLength: 1, maxLength: 3 }).map((parts) => parts.join("/"));
const start = fc.constantFrom("", "./", "~/", "/", "/home/ann/proj/", "../", "/srv/");

const rulePath = fc.tuple(start, tail(name)).map(([front, rest]) => front + rest);
const pattern = fc
  .tuple(fc.constantFrom("", "**/", "./", "~/"), tail(fc.oneof(name, fc.constant("**"))))
  .map(([front, rest]) => front + rest)
  .filter((text) => !/^(\.\/|~\/)?(\*\*\/?)+$/.test(text));
const list = (of: fc.Arbitrary<string>) => fc.array(of, { maxLength: 4 });

const filesystem = fc.record(
  {
    ro: list(rulePath),
    rw: list(rulePath),
    exclude: list(rulePath),
    "blocked-patterns": list(pattern),
    "allowed-patterns": list(pattern),
    base: fc.constantFrom("project", "empty"),
  },
  { requiredKeys: ["base"] },
);

const absolute = fc
  .tuple(fc.constantFrom("/home/ann/proj/", "/home/ann/", "/srv/", "/"), tail(plainName))
  .map(([front, rest]) => front + rest);
const pathTarget: fc.Arbitrary<PathTarget> = fc.record({
  path: absolute,
  real: fc.option(absolute, { nil: undefined, freq: 10 }),
  ignoresCase: fc.boolean(),
  kind: fc.constantFrom("file", "directory", undefined),
});
const request: fc.Arbitrary<PolicyRequest> = fc.oneof(
  fc.record({
    operation: fc.constantFrom("read", "write", "create", "delete", "list"),
    target: pathTarget,
  }),
  fc.record({ operation: fc.constant("rename"), from: pathTarget, to: pathTarget }),
);
const context = fc.constantFrom(DOCKER, BWRAP, VIRTUAL);
const layerName = fc.constantFrom<LayerName>("user", "project", "flags");

/** A rule that is likely to say something of what is asked for. */
const near = (asked: PolicyRequest, up: number): string => {
  const target = "target" in asked ? asked.target : "from" in asked ? asked.from : undefined;
  const names = segmentsOf(target?.real ?? target?.path ?? "/home/ann/proj/a");
  return `/${names.slice(0, Math.max(1, names.length - up)).join("/")}`;
};
/** A pattern of the same name. */
const patternNear = (asked: PolicyRequest, up: number): string => {
  const [name = "a"] = segmentsOf(near(asked, up)).slice(-1);
  return name;
};

type Files = Readonly<Record<string, unknown>>;

const layerOf = (files: Files, layer: LayerName = "project"): PolicyLayer =>
  parsePolicy({ filesystem: files }, { layer });

const isAllowed = (decision: Decision) => decision.effect === "allow";

/** Adds an item to one list of a layer that comes last, where additions count the most. */
function withMore(files: Files, more: Files): readonly PolicyLayer[] {
  return [layerOf(files, "user"), layerOf(more, "flags")];
}

function isGranted({ filesystem: { rules, root } }: ResolvedPolicy, path: string): boolean {
  if (path === "/dev/null") return true;
  const names = segmentsOf(path.toLowerCase());
  return [root.value, ...rules.filter(({ level }) => level !== "exclude").map((rule) => rule.path)]
    .map((granted) => segmentsOf(granted.toLowerCase()))
    .some((granted) =>
      granted.some((part) => /[*?]/.test(part))
        ? names.length >= granted.length
        : isWithin(names, granted),
    );
}

describe("for any policy", () => {
  it("no request outside of the root and of its grants is allowed", () => {
    fc.assert(
      fc.property(filesystem, context, pathTarget, (files, at, target) => {
        const policy = resolvePolicy([layerOf(files)], at);
        const decision = decide(policy, { operation: "read", target });
        if (!isAllowed(decision)) return;
        expect(isGranted(policy, target.path)).toBe(true);
        expect(target.real !== undefined && isGranted(policy, target.real)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it.each(["exclude", "blocked-patterns"])("one more of %s never allows more", (key) => {
    const fit = key === "exclude" ? near : patternNear;
    fc.assert(
      fc.property(filesystem, fc.nat(2), context, request, (...[files, up, at, asked]) => {
        const more = fit(asked, up);
        const before = resolvePolicy(withMore(files, {}), at);
        const after = resolvePolicy(withMore(files, { [key]: [more] }), at);
        expect(isAllowed(decide(after, asked)) && !isAllowed(decide(before, asked))).toBe(false);
      }),
      { numRuns: 500 },
    );
  });

  it("one more ro never grants a write", () => {
    const writes = request.filter(({ operation }) => !["read", "list"].includes(operation));
    fc.assert(
      fc.property(filesystem, fc.nat(2), context, writes, (...[files, up, at, asked]) => {
        const more = near(asked, up);
        const before = resolvePolicy(withMore(files, {}), at);
        const after = resolvePolicy(withMore(files, { ro: [more] }), at);
        expect(isAllowed(decide(after, asked)) && !isAllowed(decide(before, asked))).toBe(false);
      }),
      { numRuns: 500 },
    );
  });

  it("the order within a list does not count", () => {
    const turned = (files: Files): Files =>
      Object.fromEntries(
        Object.entries(files).map(([key, value]) => [
          key,
          Array.isArray(value) ? (value as unknown[]).toReversed() : value,
        ]),
      );
    fc.assert(
      fc.property(filesystem, context, request, (files, at, asked) => {
        const policy = resolvePolicy([layerOf(files)], at);
        const other = resolvePolicy([layerOf(turned(files))], at);
        expect(decide(other, asked).effect).toBe(decide(policy, asked).effect);
      }),
      { numRuns: 300 },
    );
  });

  it("layers given twice, in any order, or carried by JSON say the same", () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.tuple(layerName, filesystem), { selector: ([layer]) => layer }),
        context,
        request,
        (written, at, asked) => {
          const layers = written.map(([layer, files]) => layerOf(files, layer));
          const policy = resolvePolicy(layers, at);
          const carried = JSON.parse(JSON.stringify(policy)) as ResolvedPolicy;
          const answer = decide(policy, asked);
          expect(JSON.stringify(decide(carried, asked))).toBe(JSON.stringify(answer));
          const twice = resolvePolicy([...layers.toReversed(), ...layers], at);
          expect(decide(twice, asked).effect).toBe(answer.effect);
        },
      ),
      { numRuns: 200 },
    );
  });
});
