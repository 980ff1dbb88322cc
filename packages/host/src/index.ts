export { type ConfigEdit, editConfig, placeIn, type ValuePath } from "./config/edit-config.ts";
export { type ConfigPlace, findConfigPlace } from "./config/config-place.ts";
export { CONFIG_NAMES } from "./config/only-file.ts";
export { parseConfig } from "./config/read-config.ts";
export { saveConfig } from "./config/save-config.ts";
export type { FileLayer, LayerMemo } from "./config/layer-memo.ts";
export {
  loadLayers,
  loadProjectLayer,
  loadUserLayer,
  type LayerRequest,
} from "./config/load-layers.ts";
export { type BubblewrapFacts, readBubblewrapFacts } from "./doctor/bubblewrap-facts.ts";
export { readDockerContext } from "./doctor/docker-context.ts";
export { freeSpace } from "./doctor/free-space.ts";
export { type GitFacts, readGitFacts } from "./doctor/git-facts.ts";
export { parseLayer } from "./config/parse-layer.ts";
export { findFileBeside } from "./config/project-file.ts";
export { errnoOf } from "./errno.ts";
export { npmRegistryHosts } from "./npm/npm-registry-hosts.ts";
export { readFacts, type FactPorts } from "./facts/read-facts.ts";
export { hashOfWorkspacePath, readWorkspace } from "./facts/read-workspace.ts";
export { type PortHolder, portHolder } from "./net/port-holder.ts";
export { GITHUB_META_URL } from "./github/github-ranges.ts";
export { resolveConfigDir, resolveStateDir, type Environment } from "./state/directories.ts";
export { findTranscripts, type FoundTranscript } from "./audit/find-transcripts.ts";
export { openTranscript, type Transcript } from "./audit/open-transcript.ts";
export { openAuditFile, type AuditFileRequest } from "./audit/open-audit-file.ts";
export type { RecordPlace } from "./audit/record-place.ts";
export { recordEvents } from "./audit/record-events.ts";
export type { Acceptance, AcceptedFile, TrustRecord } from "./trust/trust-record.ts";
export { digestOf, fileDigest } from "./trust/file-digest.ts";
export { createTrustStore, type TrustStore } from "./trust/trust-store.ts";
export { createPlaceholders } from "./placeholders/create-placeholders.ts";
export { recordAhead, type RecordAhead } from "./placeholders/record-ahead.ts";
export { createWorkspaceLock } from "./state/workspace-lock.ts";
export { createSharedWork } from "./state/create-shared-work.ts";
export { type Waiting } from "./state/lock-holder.ts";
export { fetchOrigin, type FetchPorts } from "./git/fetch-origin.ts";
export { type GitPorts, readRepository } from "./git/read-repository.ts";
export { type CollectedEntry, createEventCollector } from "./audit/collected.ts";
export { AuditReader, type AuditReading } from "./audit/audit-reader.ts";
export { findHidden, type HidingRules } from "./facts/find-hidden.ts";
export { findMatches } from "./facts/find-matches.ts";
export { trackedAmong } from "./git/tracked-among.ts";
export { maskFile } from "./state/mask-file.ts";
export { policyPath, writePolicy } from "./state/policy-file.ts";
export { tidyAudit, tidyPreview, type TidyLimits, type Tidied } from "./audit/tidy-audit.ts";
export { isTidyDue } from "./audit/tidy-stamp.ts";
export { isBeingWritten } from "./audit/day-files.ts";
export type { StoredRecord } from "./audit/stored-record.ts";
export { type ChainVerdict, verifyChain } from "./audit/verify-chain.ts";
export { MARKER, readBwrapFacts } from "./facts/bwrap/read-bwrap-facts.ts";
export { type ReadTree, readTree, type TreeLimits, type TreeRequest } from "./tree/read-tree.ts";
export { openTypedHistory, type TypedHistory } from "./state/typed-history.ts";
export { readWholeFile, writeWholeFile } from "./state/whole-file.ts";
