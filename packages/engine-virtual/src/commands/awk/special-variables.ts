import type { Value } from "./value.ts";
import { toNumber } from "./value.ts";

/** What the variables of awk itself are kept in. */
interface Settings {
  readonly record: { count: number };
  records: number;
  fileRecords: number;
  fileName: Value;
  matchStart: Value;
  matchLength: Value;
  recordEnd: string;
  format: string;
  outputFormat: string;
  outputSeparator: string;
  outputEnd: string;
  subscriptSeparator: string;
  readonly argumentIndex: number;
  fieldPattern: Value;
  fieldWidths: Value;
  fieldSeparator: Value;
  ignoresCase: Value;
  recordSeparator: Value;
  text(value: Value): string;
}

/** A variable that means something to awk itself. */
export interface SpecialVariable {
  readonly get: (machine: Settings) => Value;
  readonly set: (machine: Settings, value: Value) => void;
}

const VARIABLES: Readonly<Record<string, SpecialVariable>> = {
  ARGIND: {
    get: (machine) => machine.argumentIndex,
    set: () => undefined,
  },
  CONVFMT: {
    get: (machine) => machine.format,
    set: (machine, value) => (machine.format = machine.text(value)),
  },
  FIELDWIDTHS: {
    get: (machine) => machine.fieldWidths,
    set: (machine, value) => (machine.fieldWidths = value),
  },
  FILENAME: {
    get: (machine) => machine.fileName,
    set: (machine, value) => (machine.fileName = value),
  },
  FNR: {
    get: (machine) => machine.fileRecords,
    set: (machine, value) => (machine.fileRecords = toNumber(value)),
  },
  FPAT: {
    get: (machine) => machine.fieldPattern,
    set: (machine, value) => (machine.fieldPattern = value),
  },
  FS: {
    get: (machine) => machine.fieldSeparator,
    set: (machine, value) => (machine.fieldSeparator = value),
  },
  IGNORECASE: {
    get: (machine) => machine.ignoresCase,
    set: (machine, value) => (machine.ignoresCase = value),
  },
  NF: {
    get: (machine) => machine.record.count,
    set: (machine, value) => (machine.record.count = Math.trunc(toNumber(value))),
  },
  NR: {
    get: (machine) => machine.records,
    set: (machine, value) => (machine.records = toNumber(value)),
  },
  OFMT: {
    get: (machine) => machine.outputFormat,
    set: (machine, value) => (machine.outputFormat = machine.text(value)),
  },
  OFS: {
    get: (machine) => machine.outputSeparator,
    set: (machine, value) => (machine.outputSeparator = machine.text(value)),
  },
  ORS: {
    get: (machine) => machine.outputEnd,
    set: (machine, value) => (machine.outputEnd = machine.text(value)),
  },
  RLENGTH: {
    get: (machine) => machine.matchLength,
    set: (machine, value) => (machine.matchLength = value),
  },
  RS: {
    get: (machine) => machine.recordSeparator,
    set: (machine, value) => (machine.recordSeparator = value),
  },
  RSTART: {
    get: (machine) => machine.matchStart,
    set: (machine, value) => (machine.matchStart = value),
  },
  RT: {
    get: (machine) => machine.recordEnd,
    set: (machine, value) => (machine.recordEnd = machine.text(value)),
  },
  SUBSEP: {
    get: (machine) => machine.subscriptSeparator,
    set: (machine, value) => (machine.subscriptSeparator = machine.text(value)),
  },
};

export const SPECIAL_VARIABLES: ReadonlyMap<string, SpecialVariable> = new Map(
  Object.entries(VARIABLES),
);
