import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Progress, SandboxError } from "@agent-sandbox/core";
import type Docker from "dockerode";
import { LABEL } from "../labels.ts";
import { askNpmVersion } from "./ask-npm.ts";
import { buildImage } from "./build-image.ts";
import type { BootstrapTool } from "./find-bootstrap-tool.ts";
import { findImage } from "./find-image.ts";
import { importDebian } from "./import-debian.ts";
import { openScratch } from "./open-scratch.ts";
import { nodePackage, type NodeVersions, stageNode } from "./stage-node.ts";

export interface BootstrapPorts {
  /** The environment of npm, apt and the bootstrapping tool. */
  readonly env: NodeJS.ProcessEnv;
  readonly progress: Progress;
  readonly signal: AbortSignal;
}

const RELEASE = "trixie";
const NODE_MAJOR = "24";
// The npm that comes with Node 24.
const NPM_MAJOR = "11";
const FRESH_DAYS = 30;
const DOCKERFILE = `ARG SYSTEM
FROM \${SYSTEM}
COPY usr /usr
RUN groupadd --gid 1000 node && useradd --uid 1000 --gid node --create-home --shell /bin/bash node
CMD ["node"]
`;
// debootstrap takes packages from the release alone, without its updates.
const UPGRADE =
  "RUN apt-get -o Acquire::Retries=8 update && apt-get -y upgrade && rm -rf /var/lib/apt/lists/* /var/cache/apt/*\n";

/**
 * Makes Debian with Node and npm as an image, from Debian's packages and npm's, and resolves to its
 * name. One of the same versions that is not older than thirty days is taken as it is.
 *
 * Fails with ENGINE_FAILED, whose detail is the tool's own last lines; DISK_FULL; INTERRUPTED.
 */
export async function bootstrapOsImage(
  docker: Docker,
  tool: BootstrapTool,
  ports: BootstrapPorts,
): Promise<string> {
  const versions = await findVersions(ports);
  const tag = `agent-sandbox-os:${RELEASE}-node${versions.node}`;
  if (await isFresh(docker, tag, versions)) {
    ports.progress(`Using "${tag}", made here less than ${String(FRESH_DAYS)} days ago`);
    return tag;
  }
  await using room = await openScratch(tmpdir());
  const scratch = room.path;
  let system: string | undefined;
  try {
    system = await importDebian(docker, { tool, release: RELEASE, scratch }, ports);
    await addNode(docker, { tool, scratch, system, tag, versions }, ports);
    return tag;
  } finally {
    // The finished image stands on it, and Docker keeps it then; else it would be left over.
    if (system !== undefined)
      await docker
        .getImage(system)
        .remove()
        .catch(() => undefined);
  }
}

interface NodeLayer {
  readonly tool: BootstrapTool;
  readonly scratch: string;
  /** The id of the Debian image. */
  readonly system: string;
  readonly tag: string;
  readonly versions: NodeVersions;
}

async function addNode(
  docker: Docker,
  { tool, scratch, system, tag, versions }: NodeLayer,
  { env, progress, signal }: BootstrapPorts,
): Promise<void> {
  progress(`Fetching Node ${versions.node} and npm ${versions.npm} from npm`);
  const context = await mkdtemp(join(scratch, "context-"));
  await stageNode(context, versions, { env, signal });
  await writeFile(
    join(context, "Dockerfile"),
    DOCKERFILE + (tool === "debootstrap" ? UPGRADE : ""),
  );
  await writeFile(join(context, ".dockerignore"), "*.tgz\n");
  progress(`Adding Node and the user "node"`);
  const request = {
    context,
    tag,
    buildArgs: { SYSTEM: system },
    labels: labels(versions),
    onStep: () => undefined,
  };
  await buildImage(docker, request, signal);
}

async function findVersions(ports: BootstrapPorts): Promise<NodeVersions> {
  const [node, npm] = await Promise.all([
    findVersion(`${nodePackage(process.arch)}@${NODE_MAJOR}`, ports),
    findVersion(`npm@${NPM_MAJOR}`, ports),
  ]);
  return { node, npm };
}

async function findVersion(spec: string, { env, signal }: BootstrapPorts): Promise<string> {
  const answer = await askNpmVersion(spec, { env, signal });
  if (answer.kind === "version") return answer.version;
  const state = answer.kind === "unknown" ? "npm's registry does not have it" : answer.reason;
  throw new SandboxError("ENGINE_FAILED", `Cannot ask npm for "${spec}": ${state}`, {
    hint: 'See whether "npm ping" works, or give an image with --os-image',
  });
}

async function isFresh(docker: Docker, tag: string, versions: NodeVersions): Promise<boolean> {
  const image = await findImage(docker, tag);
  if (image === undefined) return false;
  const wanted = Object.entries(labels(versions));
  const days = (Date.now() - Date.parse(image.Created)) / 86_400_000;
  return days < FRESH_DAYS && wanted.every(([name, value]) => image.Config.Labels[name] === value);
}

function labels({ node, npm }: NodeVersions): Readonly<Record<string, string>> {
  return {
    [LABEL.os]: RELEASE,
    [LABEL.osNode]: node,
    [LABEL.osNpm]: npm,
  };
}
