import type { SandboxUsage } from "@agent-sandbox/engine-docker";

import { age } from "../age.ts";
import { type Column, fitTable } from "../fit-table.ts";
import { printableLine } from "../printable.ts";
import type { ListedSandbox } from "./listed-sandbox.ts";

export interface TableRequest {
  readonly sandboxes: readonly ListedSandbox[];
  /** Whether nothing was measured. */
  readonly quick: boolean;
  /** The terminal's, in cells; undefined: as wide as it wants. */
  readonly width: number | undefined;
  readonly now: Date;
}

type Cell = Column & { readonly of: (sandbox: ListedSandbox, now: Date) => string };

/** What is not known, or means nothing there. */
const NOTHING = "-";

const WHERE: readonly Cell[] = [
  { title: "REPOSITORY", least: 12, cut: "start", of: ({ workspace }) => workspace },
  { title: "MODE", of: ({ mode }) => mode },
  { title: "BRANCH", least: 10, of: ({ branch = NOTHING }) => branch },
];

/** Where there are any: the others are one for each branch. */
const WHOSE: Cell = { title: "AGENT", least: 10, of: ({ agent = NOTHING }) => agent };

const STATE: readonly Cell[] = [
  { title: "STATE", of: state },
  {
    title: "SINCE",
    optional: true,
    of: ({ since }, now) => (since === undefined ? NOTHING : age(new Date(since), now)),
  },
];

const MEASURED: readonly Cell[] = [
  { title: "CPU", optional: true, of: ({ usage }) => (usage ? percent(usage) : NOTHING) },
  { title: "MEMORY", optional: true, of: ({ usage }) => (usage ? memory(usage) : NOTHING) },
  { title: "AHEAD", of: ({ work }) => work?.ahead.toString() ?? NOTHING },
  { title: "DIRTY", of: ({ work }) => work?.uncommitted?.toString() ?? NOTHING },
];

const REST: readonly Cell[] = [
  { title: "WORKDIR", least: 16, cut: "start", optional: true, of: ({ workdir }) => workdir },
  {
    title: "VOLUMES",
    least: 40,
    optional: true,
    of: ({ volumes }) => volumes.join(" ") || NOTHING,
  },
];

/** The list as people read it. */
export function listTable({ sandboxes, quick, width, now }: TableRequest): string {
  if (sandboxes.length === 0) return "No sandboxes";
  const whose = sandboxes.some(({ agent }) => agent !== undefined) ? [WHOSE] : [];
  const columns = [...WHERE, ...whose, ...STATE, ...(quick ? [] : MEASURED), ...REST];
  const rows = sandboxes.map((sandbox) =>
    columns.map((column) => printableLine(column.of(sandbox, now))),
  );
  return fitTable(columns, rows, width);
}

/** One that failed says so. */
function state({ state: word, exitStatus }: ListedSandbox): string {
  return word === "exited" && exitStatus !== undefined && exitStatus !== 0
    ? `${word} ${exitStatus.toString()}`
    : word;
}

function percent({ cpuPercent }: SandboxUsage): string {
  return `${cpuPercent.toFixed(0)}%`;
}

function memory({ memoryBytes }: SandboxUsage): string {
  return `${Math.ceil(memoryBytes / 2 ** 20).toString()} MiB`;
}
