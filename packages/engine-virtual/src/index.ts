export { curl, type CurlOptions } from "./extensions/curl/curl.ts";
export type { SecretGiver, SecretUse } from "./extensions/curl/secrets.ts";
export type { BlobStore } from "./files/blob-store.ts";
export { FileError, LimitError } from "./files/errors.ts";
export type { Files } from "./files/files.ts";
export type { ImportedEntry } from "./files/import-tree.ts";
export type { Extension, ExtensionContext, ExtensionResult } from "./sandbox/extension.ts";
export type { Reach, ReachOptions } from "./sandbox/reach.ts";
export type { AuditOptions, ViewOptions, VirtualOptions } from "./sandbox/options.ts";
export type { ExecutionResult } from "./sandbox/result.ts";
export type { VirtualSnapshot } from "./sandbox/snapshot.ts";
export type { SandboxStats } from "./sandbox/stats.ts";
export { type ExecuteOptions, openVirtual, VirtualSandbox } from "./sandbox/virtual-sandbox.ts";
export {
  snapshotFromBytes,
  type SnapshotStorage,
  snapshotToBytes,
} from "./snapshot-bytes/snapshot-bytes.ts";
export type { ShellLimits } from "./shell/limits.ts";
