import { SandboxError } from "@agent-sandbox/core";
import { parseLayer } from "@agent-sandbox/host";
import type { PolicyLayer } from "@agent-sandbox/policy";

import { flagVariables, nameAndValue } from "../flags/flag-variables.ts";
import type { ParsedExec } from "./parse-exec.ts";

/** What the flags say of the policy, as its strongest layer. Fails with USAGE. */
export function flagsLayer({ values }: Pick<ParsedExec, "values">): readonly PolicyLayer[] {
  const sections = {
    ...filesystem(values),
    ...switchOf(values, "network"),
    ...switchOf(values, "docker"),
    ...switchOf(values, "nested"),
    ...commands(values),
    ...environment(values),
  };
  // Reading a layer loads what checks it.
  if (Object.keys(sections).length === 0) return [];
  return [parseLayer(sections, { layer: "flags" })];
}

type Values = ParsedExec["values"];

function filesystem(values: Values) {
  const named = (["ro", "rw", "exclude"] as const).filter((name) => values.has(name));
  if (named.length === 0) return {};
  return { filesystem: Object.fromEntries(named.map((name) => [name, values.get(name)])) };
}

function switchOf(values: Values, name: "network" | "docker" | "nested") {
  const said = values.get(name)?.at(-1);
  return said === undefined ? {} : { [name]: said === "true" };
}

const SWITCHES: Readonly<Record<string, boolean>> = { true: true, false: false };

function commands(values: Values) {
  const rules = (values.get("cmd") ?? []).flatMap((text) => text.split(","));
  if (rules.length === 0) return {};
  const pairs = rules.map((rule) => {
    const [name, value] = nameAndValue(rule);
    if (name === "" || value === undefined || value === "") {
      throw usage(`"${rule}" is no rule for a command`, "Write --cmd rm=false");
    }
    return [name, SWITCHES[value] ?? value] as const;
  });
  return { commands: Object.fromEntries(pairs) };
}

function environment(values: Values) {
  const inherit = values.get("env-inherit")?.at(-1);
  const variables = flagVariables(values.get("env") ?? []);
  const section = { ...(inherit !== undefined && { inherit }), ...variables };
  return Object.keys(section).length === 0 ? {} : { environment: section };
}

function usage(state: string, hint: string): SandboxError {
  return new SandboxError("USAGE", `Cannot exec: ${state}`, { hint });
}
