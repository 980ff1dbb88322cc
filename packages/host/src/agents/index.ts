export { mergeJson } from "./merge-json.ts";
export { legacyProfile, mergeToml, profileFile } from "./merge-toml.ts";
export { readHostCredentials, type HostCredentials } from "./read-host-credentials.ts";
