import type { DebianPorts, DebianRequest, DebianSystem } from "./debian-system.ts";
import { runVisibly } from "./run-visibly.ts";
import { MINIMAL, SLIM } from "./slim-system.ts";

/** A Debian system by mmdebstrap(1): as root, or without where user namespaces are allowed. */
export function mmdebstrapSystem(
  { release, mirrors }: DebianRequest,
  { env, progress, signal }: DebianPorts,
): Promise<DebianSystem> {
  const { stdout, ended } = runVisibly(
    [
      "mmdebstrap",
      ...MINIMAL,
      "--format=tar",
      '--aptopt=Acquire::Languages "none"',
      ...SLIM.map((rule) => `--dpkgopt=${rule}`),
      release,
      "-",
      ...mirrors,
    ],
    {
      env,
      signal,
      onLine: (line) => {
        const phase = PHASE.exec(line)?.[1];
        if (phase !== undefined) progress(`Debian ${release}: ${phase}`);
      },
    },
  );
  return Promise.resolve({ stream: stdout, ended });
}

// "I: running apt-get update..."; what concerns its temporary directory is of no use to people.
const PHASE = /^I: ((?!using|removing|finding)[a-z]+ing .*)\.\.\.$/;
