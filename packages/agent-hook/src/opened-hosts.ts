import type { JudgedPolicy } from "./policy-file.ts";

/** What the resolver's user keeps of the hosts that were opened (`base-image/lib/opened.bash`). */
export interface OpenedList {
  /** Its first line is a `containerStart`, each other one `NUMBER STATE UNTIL NAME [DENIED…]`. */
  readonly list: string;
  /** Which start of the container this is; what an earlier one left is closed. */
  readonly containerStart: string;
}

/** The policy with the hosts that the user opened since the sandbox started. */
export function withOpenedHosts(
  policy: JudgedPolicy,
  { list, containerStart }: OpenedList = { list: "", containerStart: "" },
): JudgedPolicy {
  const [start, ...lines] = list.split("\n");
  if (start !== containerStart) return policy;
  const opened = lines.map((line) => line.split(" ")).filter(([, state]) => state === "open");
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
