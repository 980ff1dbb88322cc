import type { KeptItem } from "@agent-sandbox/engine-docker";

import { formatBytes } from "../bytes.ts";
import type { WorkspaceFacts } from "../clean/clean-facts.ts";
import { bytesOf, countOf } from "../clean/judge-transcripts.ts";
import type { KeptTranscript } from "../clean/kept-transcripts.ts";
import { printableLine } from "../printable.ts";
import { table } from "../table.ts";
import type { Disk } from "./totals.ts";

const HEADER = ["KIND", "NAME", "SIZE", "OWN", "LAST USED", "USED BY", "WORKSPACE"];
const SHELF_HEADER = ["WORKSPACE", "BRANCH", "SIZE", "LAST USED", "ONLY HERE"];

/** What everything costs, for people; `now` is what ages count from. */
export function showDisk({ items, shelves, transcripts, totals }: Disk, now: Date): string {
  if (items.length === 0 && transcripts.length === 0)
    return "Nothing of agent-sandbox is on this machine";
  const sorted = items.toSorted((a, b) => compare(sortKey(a), sortKey(b)));
  const shelfRows = shelves.flatMap((workspace) => rowsOf(workspace, now));
  return [
    table(
      HEADER,
      [...sorted.map((item) => itemRow(item, now)), ...transcriptRows(transcripts, now)].map(
        (row) => row.map(printableLine),
      ),
    ),
    ...(shelfRows.length === 0
      ? []
      : [
          "",
          table(
            SHELF_HEADER,
            shelfRows.map((row) => row.map(printableLine)),
          ),
        ]),
    "",
    `Containers ${formatBytes(totals.containers)}, images ${formatBytes(totals.images)} (shared layers counted once), volumes ${formatBytes(totals.volumes)}, transcripts ${formatBytes(totals.transcripts)}`,
    `Total ${formatBytes(totals.all)}`,
  ].join("\n");
}

function itemRow(item: KeptItem, now: Date): readonly string[] {
  const { role, name, bytes, ownBytes, workspace = "" } = item;
  const own = item.kind === "image" ? formatBytes(ownBytes) : "";
  return [role, name, formatBytes(bytes), own, usedLast(item, now), usersOf(item), workspace];
}

/** A line for each workspace. */
function transcriptRows(
  transcripts: readonly KeptTranscript[],
  now: Date,
): readonly (readonly string[])[] {
  return [...Map.groupBy(transcripts, ({ workspace }) => workspace)].map(([workspace, files]) => {
    const last = new Date(Math.max(...files.map(({ lastWritten }) => lastWritten.getTime())));
    const used = files.some(({ isOpen }) => isOpen) ? "now" : ago(last, now);
    const size = formatBytes(bytesOf(files));
    return ["transcripts", countOf(files), size, "", used, "", workspace ?? "?"];
  });
}

function usersOf({ kind, isAlive, users }: KeptItem): string {
  if (kind === "container") return isAlive ? "runs" : "";
  const [first, ...others] = users.toSorted((a, b) => Number(b.isAlive) - Number(a.isAlive));
  if (first === undefined) return "";
  return others.length === 0 ? first.name : `${first.name} and ${others.length} more`;
}

function usedLast({ kind, isAlive, users, lastUsed }: KeptItem, now: Date): string {
  const isInUse = kind === "container" ? isAlive : users.some((user) => user.isAlive);
  return isInUse ? "now" : ago(lastUsed, now);
}

function rowsOf({ path = "?", shelf }: WorkspaceFacts, now: Date): readonly (readonly string[])[] {
  if (shelf === undefined) return [];
  if ("problem" in shelf) return [[path, "", "", "", shelf.problem]];
  return [
    ...shelf.branches.map(({ name, bytes, lastUsed, risk = "" }) => [
      ...[path, name, formatBytes(bytes), lastUsed === undefined ? "" : ago(lastUsed, now), risk],
    ]),
    [path, "(objects)", formatBytes(shelf.objects.bytes), "", shelf.otherRisk ?? ""],
  ];
}

const AGES = [
  ["d", 86_400_000],
  ["h", 3_600_000],
  ["m", 60_000],
] as const;

function ago(date: Date, now: Date): string {
  const passed = now.getTime() - date.getTime();
  const [unit, size] = AGES.find(([, each]) => passed >= each) ?? ["m", 60_000];
  return `${Math.max(0, Math.floor(passed / size))}${unit} ago`;
}

/** By workspace, what several share first. */
function sortKey({ workspace = "", kind, name }: KeptItem): string {
  return [workspace, kind, name].join("\0");
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
