import type { AuditSink } from "@agent-sandbox/core";
import type { ResolvedPolicy } from "@agent-sandbox/policy";

import type { ImportedEntry } from "../files/import-tree.ts";
import type { BlobStore } from "../files/blob-store.ts";
import { SHELL_LIMITS, type ShellLimits } from "../shell/limits.ts";
import type { Extension } from "./extension.ts";

export interface VirtualOptions {
  /** Bytes in all files together: 100 MiB. */
  readonly maxTotalSize?: number;
  /** Bytes in one file: 10 MiB. */
  readonly maxFileSize?: number;
  /** Files and directories: 10,000. */
  readonly maxNodeCount?: number;
  /** Directories inside of each other: 256. */
  readonly maxDepth?: number;
  /** Milliseconds that one call may take: 30,000. */
  readonly commandTimeout?: number;
  /** Where the shell starts; made where it is not there: `/`. */
  readonly workingDirectory?: string;
  /** Beside HOME, PWD and PATH, which are always there. */
  readonly environment?: Readonly<Record<string, string>>;
  /** The shell's own limits. */
  readonly limits?: Partial<ShellLimits>;
  /** Calls that the history keeps: 1,000. */
  readonly maxHistoryCount?: number;
  /** Characters of command and output in all calls of the history together: 10,000,000. */
  readonly maxHistorySize?: number;
  /** Directories of the host that can be looked at as they are, and not changed: none. */
  readonly views?: readonly ViewOptions[];
  /** What is there at the start, by its path. */
  readonly files?: Readonly<Record<string, ImportedEntry>>;
  readonly extensions?: readonly Extension[];
  /** Judges every command, every file and every variable of `environment`; resolved for "virtual". */
  readonly policy?: ResolvedPolicy;
  readonly audit?: AuditOptions;
  /** Where content is kept: in memory. */
  readonly blobs?: BlobStore;
}

export interface ViewOptions {
  /** The directory of the host. */
  readonly source: string;
  /** Where it is in the sandbox: at its own real path. */
  readonly target?: string;
  /** Whether something of the host is there, by its real path: what the policy lets be read. */
  readonly shows?: (path: string, kind: "directory" | "file") => boolean;
}

export interface AuditOptions {
  readonly sink: AuditSink;
  readonly runId?: string;
}

/** The options of a sandbox and of all its forks. */
export interface Settings extends Required<
  Pick<
    VirtualOptions,
    | "maxTotalSize"
    | "maxFileSize"
    | "maxNodeCount"
    | "maxDepth"
    | "commandTimeout"
    | "workingDirectory"
  >
> {
  readonly maxHistoryCount: number;
  readonly maxHistorySize: number;
  readonly environment: Readonly<Record<string, string>>;
  readonly limits: ShellLimits;
  readonly policy: ResolvedPolicy | undefined;
  readonly audit: AuditOptions | undefined;
  readonly blobs: BlobStore | undefined;
  readonly views: readonly ViewOptions[];
}

/** What holds where nothing is said. */
export const DEFAULTS: Settings = {
  maxTotalSize: 100 * 2 ** 20,
  maxFileSize: 10 * 2 ** 20,
  maxNodeCount: 10_000,
  maxDepth: 256,
  commandTimeout: 30_000,
  workingDirectory: "/",
  environment: {},
  maxHistoryCount: 1000,
  maxHistorySize: 10_000_000,
  limits: SHELL_LIMITS,
  policy: undefined,
  audit: undefined,
  blobs: undefined,
  views: [],
};

/** Options with what they leave out; sandboxes without any share one object. */
export function settingsOf(options: VirtualOptions): Settings {
  if (Object.keys(options).length === 0) return DEFAULTS;
  const { limits, policy, ...given } = options;
  return {
    ...DEFAULTS,
    ...(policy !== undefined && fromPolicy(policy)),
    ...given,
    policy,
    limits: { ...SHELL_LIMITS, ...limits },
  };
}

/** The section `virtual` of a policy; what the options say goes first. */
function fromPolicy({ virtual }: ResolvedPolicy): Partial<Settings> {
  return {
    maxTotalSize: virtual.maxTotalBytes.value,
    maxFileSize: virtual.maxFileBytes.value,
    maxNodeCount: virtual.maxNodeCount.value,
    commandTimeout: virtual.commandTimeoutMs.value,
  };
}
