import { quote } from "../quote.ts";
import type { Surroundings } from "../surroundings.ts";
import { type ConfigTrustRequest, untrustedConfig } from "./check-trust.ts";
import { showFiles } from "./show-files.ts";

/** Tells whoever looks at a plan, and opens nothing, that nobody has accepted it yet. */
export function noteUntrusted(request: ConfigTrustRequest, surroundings: Surroundings): void {
  const config = untrustedConfig(request, surroundings);
  if (config === undefined) return;
  const accept = quote(["agent-sandbox", "trust", request.path]);
  surroundings.say(`Nobody has accepted this yet (${accept}):\n${showFiles([config])}`);
}
