/** Where a sandbox has what stands in place of programs; by these names launcher.c finds it too. */
export const SHIM_FOLDER = "/run/agent-sandbox";

export const BIN = `${SHIM_FOLDER}/bin`;
export const WRAPPERS = `${SHIM_FOLDER}/wrappers`;
export const PRESETS = `${SHIM_FOLDER}/presets`;
