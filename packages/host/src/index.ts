export { loadLayers, type LayerRequest } from "./config/load-layers.ts";
export { parseLayer } from "./config/parse-layer.ts";
export { resolveConfigDir, resolveStateDir, type Environment } from "./state/directories.ts";
