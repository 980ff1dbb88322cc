import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import type { DebianPorts, DebianRequest, DebianSystem } from "./debian-system.ts";
import { runVisibly, type VisibleOptions } from "./run-visibly.ts";
import { MINIMAL, SLIM } from "./slim-system.ts";

// The packages that debootstrap itself unpacked came without dpkg's rules.
const UNWANTED = ["man", "groff", "info", "lintian", "locale"].map(
  (directory) => `--exclude=./usr/share/${directory}/*`,
);

/**
 * A Debian system by debootstrap(8): only as root, and from one mirror alone; the others are named in
 * its sources.list. Unpacked in the scratch directory, then packed.
 */
export async function debootstrapSystem(
  request: DebianRequest,
  ports: DebianPorts,
): Promise<DebianSystem> {
  const root = await mkdtemp(join(request.scratch, "system-"));
  const options: VisibleOptions = {
    env: { ...ports.env, PATH: `${ports.env["PATH"] ?? ""}:/usr/sbin:/sbin` },
    signal: ports.signal,
    onLine: () => undefined,
  };
  // It mounts /proc inside: in a mount namespace of its own, which takes the mount along.
  const run = runVisibly(
    [
      "unshare",
      "--mount",
      "debootstrap",
      ...MINIMAL,
      request.release,
      root,
      ...mainMirror(request),
    ],
    options,
  );
  followPhases(run.stdout, (phase) => {
    ports.progress(`Debian ${request.release}: ${phase}`);
  });
  await run.ended;
  await writeFile(join(root, "etc/dpkg/dpkg.cfg.d/slim"), `${SLIM.join("\n")}\n`);
  if (request.mirrors.length > 0) {
    await writeFile(join(root, "etc/apt/sources.list"), `${request.mirrors.join("\n")}\n`);
  }
  for (const leftover of ["var/cache/apt", "var/lib/apt/lists"]) {
    await rm(join(root, leftover), { recursive: true, force: true });
  }
  const { stdout, ended } = runVisibly(
    ["tar", "--numeric-owner", ...UNWANTED, "-C", root, "-c", "."],
    options,
  );
  return { stream: stdout, ended };
}

// debootstrap(8) takes one mirror; without any it has its own.
function mainMirror({ release, mirrors }: DebianRequest): readonly string[] {
  const uri = mirrors.find((line) => line.endsWith(` ${release} main`))?.split(" ")[1];
  return uri === undefined ? [] : [uri];
}

// "I: Unpacking libc6..." comes once a package: one word a phase is enough.
function followPhases(output: Readable, onPhase: (phase: string) => void): void {
  const told = new Set<string>();
  createInterface({ input: output }).on("line", (line) => {
    const phase = /^I: (\w+ing) /.exec(line)?.[1]?.toLowerCase();
    if (phase === undefined || told.has(phase)) return;
    told.add(phase);
    onPhase(phase);
  });
}
