import type { Call } from "../define-command.ts";

export const CHECKSUM_OPTIONS = {
  binary: "-b --binary",
  check: "-c --check",
  ignoreMissing: "--ignore-missing",
  quiet: "--quiet",
  status: "--status",
  strict: "--strict",
  tag: "--tag",
  text: "-t --text",
  warn: "-w --warn",
  zero: "-z --zero",
} as const;

export type ChecksumCall = Call<keyof typeof CHECKSUM_OPTIONS>;
