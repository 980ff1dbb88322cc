import type { JudgedPolicy } from "./policy-file.ts";

/**
 * The policy with the hosts that the user opened since the sandbox started. `list` is what the
 * resolver's user keeps of them: each line but the first is `NUMBER STATE UNTIL NAME [DENIED…]`
 * (`base-image/lib/opened.bash`).
 */
export function withOpenedHosts(policy: JudgedPolicy, list: string): JudgedPolicy {
  const opened = list
    .split("\n")
    .slice(1)
    .map((line) => line.split(" "))
    .filter(([, state]) => state === "open");
  if (opened.length === 0) return policy;
  const { network } = policy;
  const names = opened.flatMap(([, , , name]) => name ?? []).map(given);
  const denied = opened.flatMap((words) => words.slice(4)).map(given);
  return {
    ...policy,
    network: {
      ...network,
      domains: [...network.domains, ...names],
      deniedDomains: [...network.deniedDomains, ...denied],
    },
  };
}

function given(value: string) {
  const source = { layer: "flags", file: undefined, key: "allow", line: undefined } as const;
  return { value, source };
}
