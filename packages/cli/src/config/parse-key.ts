import { SandboxError } from "@agent-sandbox/core";
import type { ValuePath } from "@agent-sandbox/host";

const PART = /(?:^|\.)([^.[\]]+)|\[(\d+)\]/y;

/**
 * The path of a key as people write it: `network.domains[0]`, in kebab-case or camelCase. A leading
 * `sandbox.` is where seed 000's file has all keys. Fails with USAGE.
 */
export function parseKey(written: string): ValuePath {
  const path: (string | number)[] = [];
  PART.lastIndex = 0;
  while (PART.lastIndex < written.length) {
    const found = PART.exec(written);
    if (found === null) throw notAKey(written);
    path.push(found[1] ?? Number(found[2]));
  }
  const own = path[0] === "sandbox" ? path.slice(1) : path;
  if (own.length === 0) throw notAKey(written);
  return own;
}

function notAKey(written: string): SandboxError {
  return new SandboxError("USAGE", `Cannot use ${JSON.stringify(written)}: it is not a key`, {
    hint: "Write it as network.domains or network.domains[0]",
  });
}
