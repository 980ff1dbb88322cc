export type { AgentFile } from "./agent-file.ts";
export { mergeJson } from "./merge-json.ts";
export { legacyProfile, mergeToml, profileFile } from "./merge-toml.ts";
export { readAgentFile } from "./read-agent-file.ts";
export { readHostCredentials, type HostCredentials } from "./read-host-credentials.ts";
