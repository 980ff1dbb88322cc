import { basename } from "node:path";

import type { PlannedFile, ShimPlan } from "@agent-sandbox/core";
import type { ResolvedCommand, ResolvedPolicy } from "@agent-sandbox/policy";

import { checkShims } from "./check-shims.ts";
import { outerProgram } from "./outer-program.ts";
import { mayRead, placeBeside } from "./place-beside.ts";
import { BIN, PRESETS, WRAPPERS } from "./places.ts";
import { shShim } from "./sh-shim.ts";
import type { ShimFacts } from "./shim-facts.ts";

type Placed = Partial<Omit<ShimPlan, "kind">>;

interface Request {
  readonly policy: ResolvedPolicy;
  readonly facts: ShimFacts;
}

/** One program that is many, each by the name it is called by: a rule for one is none for the others. */
const MANY_IN_ONE: ReadonlySet<string> = new Set(["busybox", "toybox", "coreutils", "uutils"]);

/**
 * Pure: what stands in place of programs, and the rules that it finds there. Fails with PROGRAM_MISSING,
 * WORKSPACE_INVALID and POLICY_UNSUPPORTED.
 */
export function planShims(policy: ResolvedPolicy, found: ShimFacts): ShimPlan {
  const { commands } = policy;
  const facts = { ...found, programs: shownPrograms(policy, found) };
  const request = { policy, facts };
  const ruled = checkShims(commands, facts, found);
  if (ruled.length === 0) return { folders: [], files: [], binds: [], links: [], kind: "none" };
  const covered = new Set(ruled.flatMap(({ name }) => realsOf(name, facts)));
  const letBe = commands.filter(
    ({ name, rule }) => rule === true && realsOf(name, facts).some((real) => covered.has(real)),
  );
  const named = new Set([...ruled, ...letBe].map(({ name }) => name));
  const placed: readonly Placed[] = [
    ...ruled.map((command) => placeRule(command, request)),
    ...ruled.map((command) => placeOtherNames(command, facts, named)),
    ...letBe.map(({ name }) => placeLetBe(name, request)),
    placeOver([...covered], facts),
  ];
  return {
    folders: [...new Set(placed.flatMap(({ folders = [] }) => folders))],
    files: placed.flatMap(({ files = [] }) => files),
    // A program that has a rule is not kept as it is beside another.
    binds: lastOfEach(placed.flatMap(({ binds = [] }) => binds)).filter(
      ({ source, target }) => source !== target || !covered.has(target),
    ),
    links: lastOfEach(placed.flatMap(({ links = [] }) => links).toReversed()),
    kind: facts.launcher === undefined ? "sh" : "launcher",
  };
}

/** What is hidden stays so: in its place nothing stands, and nothing else leads to it. */
function shownPrograms(policy: ResolvedPolicy, { programs }: ShimFacts): ShimFacts["programs"] {
  const shown = (reals: readonly string[]) => reals.filter((real) => mayRead(policy, real));
  return new Map([...programs].map(([name, reals]) => [name, shown(reals)]));
}

function realsOf(name: string, { programs }: ShimFacts): readonly string[] {
  return programs.get(name) ?? [];
}

function placeRule({ name, rule }: ResolvedCommand, request: Request): Placed {
  if (rule === false) {
    const content = `command '${name}' is blocked in this sandbox\n`;
    // Not executable: by that it is told from a script.
    return { files: [{ target: `${WRAPPERS}/${name}`, content, mode: 0o444 }] };
  }
  const real = placeReal(name, request);
  const file: PlannedFile = {
    target: `${rule === "@git" ? PRESETS : WRAPPERS}/${name}`,
    content: scriptOf(rule, request.facts),
    mode: 0o555,
  };
  return { ...real, files: [...(real.files ?? []), file] };
}

function scriptOf(
  rule: ResolvedCommand["rule"],
  { gitScript, scripts }: ShimFacts,
): Uint8Array | string {
  if (typeof rule !== "object") return gitScript;
  const script = scripts.get(rule.script);
  return script !== undefined && "content" in script ? script.content : "";
}

/** The program itself; in a sandbox in a sandbox, what the outer one has in its place. */
function placeReal(name: string, { policy, facts }: Request): Placed {
  const [real] = realsOf(name, facts);
  if (real === undefined) return {};
  const target = `${BIN}/${name}`;
  const ruled = [name, basename(real)].find((own) => facts.outer.has(own));
  const rule = ruled === undefined ? undefined : facts.outer.get(ruled);
  if (ruled !== undefined && rule !== undefined) {
    return { files: [{ target, content: outerProgram(ruled, rule), mode: 0o555 }] };
  }
  const entries = facts.beside.get(real);
  if (entries !== undefined) return placeBeside(policy, { name, real, entries });
  return { binds: [{ source: real, target }] };
}

/** A link leads to a program of another name: by that it has the same rule. */
function placeOtherNames(
  { name, rule }: ResolvedCommand,
  facts: ShimFacts,
  named: ReadonlySet<string>,
): Placed {
  const reals = realsOf(name, facts);
  const others = [...new Set(reals.map((real) => basename(real)))].filter(
    (other) => !named.has(other),
  );
  const many = others.filter((other) => MANY_IN_ONE.has(other));
  const known = rule === false ? [] : others.filter((other) => !MANY_IN_ONE.has(other));
  const folder = rule === "@git" ? PRESETS : WRAPPERS;
  return {
    files: many.map(letBeMark),
    binds: reals
      .filter((real) => many.includes(basename(real)))
      .map((source) => ({ source, target: `${BIN}/${basename(source)}` })),
    links: [
      ...others.map((other) => ({ target: `${folder}/${other}`, value: name })),
      ...known.map((other) => ({ target: `${BIN}/${other}`, value: name })),
    ],
  };
}

/** What may run as it is, though it is the same program as one that may not. */
function placeLetBe(name: string, request: Request): Placed {
  const real = placeReal(name, request);
  return { ...real, files: [...(real.files ?? []), letBeMark(name)] };
}

function letBeMark(name: string): PlannedFile {
  return { target: `${PRESETS}/${name}`, content: "", mode: 0o444 };
}

/** Over every program that has a rule. */
function placeOver(all: readonly string[], { launcher, outerShims }: ShimFacts): Placed {
  // What stands there finds this sandbox's rules before the outer one's.
  const targets = all.filter((target) => !outerShims.has(target));
  if (launcher !== undefined) {
    return { binds: targets.map((target) => ({ source: launcher, target })) };
  }
  return {
    files: targets.map((target) => ({ target, content: shShim(basename(target)), mode: 0o555 })),
  };
}

/** Two commands may lead to one program. */
function lastOfEach<T extends { readonly target: string }>(placed: readonly T[]): readonly T[] {
  const byTarget = new Map<string, T>();
  for (const one of placed) {
    byTarget.delete(one.target);
    byTarget.set(one.target, one);
  }
  return [...byTarget.values()];
}
