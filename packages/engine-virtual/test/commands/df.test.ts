import { describe, expect, it } from "@jest/globals";

import { compare, stepsOf } from "./beside-gnu.ts";
import { FILE_LAYOUT } from "./file-layout.ts";
import type { Ran } from "./run-command.ts";

const OPTIONS = [
  "",
  "-h",
  "-H",
  "-k",
  "-m",
  "-T",
  "-i",
  "-P",
  "-a",
  "-l",
  "-v",
  "--sync",
  "-hT",
  "-ih",
  "-iH",
  "-iT",
  "-iP",
  "-Pk",
  "-Ph",
  "-Pm",
  "-PT",
  "-hk",
  "-kh",
  "-B1",
  "-BK",
  "-Bk",
  "-BM",
  "-BG",
  "-BE",
  "-BKB",
  "-BKiB",
  "-B1M",
  "-B2K",
  "-B512",
  "-B1000",
  "-B1536",
  "-B10000",
  "-PB4K",
  "-PBM",
  "-Bsi",
  "-Bhuman-readable",
  "--block-size=1M",
  "--total",
  "-hT --total",
  "-i --total",
  "--output",
  "--output -h",
  "--output=source,size",
  "--output=pcent",
  "--output=target,avail,file",
  "--output=itotal,iused,iavail,ipcent,fstype",
  "--output=source --output=pcent",
  "--output=file,source --total",
  "--output=size,target --total",
  "--output=x",
  "--output=",
  "--output=size,size",
  "--output=size,,used",
  "--output -T",
  "--output -i",
  "-P --output",
  "-t nosuchtype",
  "-B0",
  "-Bx",
  "--block-size=x",
  "-b",
  "--nonsense",
];

/** The machine's own disk has other sizes, and other names. */
const kindOf = (cell: string): string => {
  if (/^\d+%$/.test(cell)) return "N%";
  const [, unit] = /^[\d.]+([KMGTPEk]?i?B?)$/.exec(cell) ?? [];
  if (unit === undefined) return /^(?:total|-|\.)$/.test(cell) ? cell : "text";
  return unit === "" || !/^[KMGTPEk]$/.test(unit) ? `N${unit}` : "N";
};

/** A table in cells, each row as long as its headings. */
const cellsOf = (text: string): readonly (readonly string[])[] =>
  text
    .replace("Mounted on", "Mounted_on")
    .split("\n")
    .slice(0, -1)
    .map((line) => line.match(/\S+/g) ?? []);

const LEAST: Readonly<Record<string, number>> = { Filesystem: 14, Type: 4, File: 0, Mounted_on: 0 };

/** The same cells in columns, as df lays them out: that it does so is seen on GNU's own answer. */
function laidOut(text: string): string {
  const rows = cellsOf(text);
  const widths = (rows[0] ?? []).map((heading, at) => {
    const least = LEAST[heading] ?? (/%$|Capacity/.test(heading) ? 4 : 5);
    return Math.max(least, ...rows.map((row) => row[at]?.length ?? 0));
  });
  const lines = rows.map((row) =>
    row.map((cell, at) => {
      const isText = LEAST[rows[0]?.[at] ?? ""] !== undefined;
      return isText ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0);
    }),
  );
  return lines
    .map((line) => `${line.join(" ").trimEnd()}\n`)
    .join("")
    .replace("Mounted_on", "Mounted on");
}

const shapeOf = (text: string): unknown => {
  const [headings, ...rows] = cellsOf(text);
  return { headings, rows: rows.map((row) => row.map(kindOf)) };
};

const NOTHING = { status: -1, stdout: "", stderr: "" };

function ask(line: string): Readonly<Record<"theirs" | "ours", Ran>> {
  const { gnu, virtual } = compare(FILE_LAYOUT, stepsOf(line));
  return { theirs: gnu[0] ?? NOTHING, ours: virtual[0] ?? NOTHING };
}

describe("df", () => {
  it.each(OPTIONS)("has GNU's columns: df %s", (given) => {
    const { theirs, ours } = ask(`df ${given} .`);
    expect({ status: ours.status, stderr: ours.stderr }).toStrictEqual({
      status: theirs.status,
      stderr: theirs.stderr,
    });
    expect(shapeOf(ours.stdout)).toStrictEqual(shapeOf(theirs.stdout));
    expect(laidOut(theirs.stdout)).toBe(theirs.stdout);
    expect(laidOut(ours.stdout)).toBe(ours.stdout);
  });

  it.each(["df nowhere", "df . nowhere README.md", "df -h --total . README.md", "df ''"])(
    "goes by its operands as GNU's: %s",
    (line) => {
      const { theirs, ours } = ask(line);
      expect(ours.stderr).toBe(theirs.stderr);
      expect(ours.status).toBe(theirs.status);
      expect(shapeOf(ours.stdout)).toStrictEqual(shapeOf(theirs.stdout));
    },
  );
});
