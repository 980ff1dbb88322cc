import { SandboxError } from "@agent-sandbox/core";
import { covers, isDenied, type ResolvedNetwork } from "@agent-sandbox/policy";

import { sourceText } from "../policy/show-decision.ts";

/**
 * The denials within a host that may be opened. Fails with POLICY_DENIED where one covers it, or
 * where the network is closed.
 */
export function judgeHost(name: string, network: ResolvedNetwork): readonly string[] {
  const { external, deniedDomains } = network;
  if (external.value === "none") {
    throw new SandboxError("POLICY_DENIED", `Cannot open "${name}": the network is closed`, {
      hint: `It is closed in ${sourceText(external.source)}`,
    });
  }
  const denial = deniedDomains.find((each) => isDenied(name, [each]));
  if (denial !== undefined) {
    throw new SandboxError(
      "POLICY_DENIED",
      `Cannot open "${name}": it is within "${denial.value}", which is denied`,
      { hint: `Take it out of ${sourceText(denial.source)}` },
    );
  }
  return deniedDomains.map(({ value }) => value).filter((value) => covers(name, value));
}
