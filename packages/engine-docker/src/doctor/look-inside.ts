import { text } from "node:stream/consumers";
import { PassThrough } from "node:stream";

import { AGENTS, CREDENTIAL_FILES } from "@agent-sandbox/core";
import type Docker from "dockerode";

import { toMounts } from "../create-options.ts";
import { answerTo } from "../daemon-patience.ts";
import { demux } from "../demux.ts";
import { dockerFailure } from "../failures.ts";
import { type InsideFacts, parseInside } from "./parse-inside.ts";
import { probeContainer } from "./probe-container.ts";

export interface InsideRequest {
  readonly image: string;
  /** Volumes that exist: Docker would make what does not. */
  readonly volumes: readonly string[];
  /** The workspace's owner. */
  readonly uid: number;
}

/** Where the volumes are mounted, read-only. */
const VOLUMES = "/volumes";

/**
 * How long an agent may take to say its version, in seconds: hundreds of megabytes are read for it, from
 * a disk that may be busy with a build.
 */
const AGENT_SECONDS = 120;

/**
 * One line for each fact: its name, then its values, between tabs. The agents run as `node`, both at
 * once, in their own time limit: one that hangs must not hide the rest.
 */
const SCRIPT = `
say() { printf '%s\\t' "$@"; printf '\\n'; }
version() {
  said=$(timeout ${AGENT_SECONDS} setpriv --reuid=node --regid=node --clear-groups --inh-caps=-all \\
    env HOME=/home/node "$1" --version 2> "/tmp/$1" < /dev/null)
  status=$?
  [ $status -ne 124 ] || said="no answer in ${AGENT_SECONDS} s"
  [ -n "$said" ] || said=$(cat "/tmp/$1")
  say program "$1" "$status" "$(printf '%s' "$said" | head -n 1 | tr '\\t' ' ')"
}
say clock "$(date +%s.%N)"
say disk $(stat --file-system --format '%a %S %b' /)
${AGENTS.map((agent) => `version ${agent} &`).join(" ")}
for top in ${VOLUMES}/*/; do
  [ -d "$top" ] || continue
  name=$(basename "$top")
  say volume "$name" $(stat --format '%u %a' "$top")
  find "$top" -mindepth 1 -maxdepth 2 -xdev ! -uid "$1" -printf 'foreign\\t'"$name"'\\n' -quit
  for file in ${Object.values(CREDENTIAL_FILES).flat().join(" ")}; do
    [ -f "$top$file" ] || continue
    say secret "$name" "$file" "$(stat --format %a "$top$file")"
  done
done
wait
`;

/** Looks at what only a container sees: the daemon's clock and disk, volumes, the image's programs. */
export async function lookInside(
  docker: Docker,
  request: InsideRequest,
  signal: AbortSignal,
): Promise<InsideFacts> {
  await using probe = await probeContainer(docker, optionsOf(request), signal);
  const { container } = probe;
  try {
    const how = { stream: true, stdout: true, stderr: true } as const;
    const stream = await answerTo(
      (abortSignal) => container.attach({ ...how, abortSignal }),
      signal,
    );
    const startedAt = Date.now();
    await answerTo((abortSignal) => container.start({ abortSignal }), signal);
    const said = await outputOf(stream, signal);
    return parseInside(said, { startedAt, endedAt: Date.now() });
  } catch (error) {
    signal.throwIfAborted();
    throw dockerFailure("look into the base image", error);
  }
}

async function outputOf(stream: NodeJS.ReadWriteStream, signal: AbortSignal): Promise<string> {
  const [stdout, stderr] = [new PassThrough(), new PassThrough().resume()];
  const stop = () => {
    stdout.destroy(new Error("interrupted"));
  };
  signal.addEventListener("abort", stop, { once: true });
  try {
    void demux(stream, { stdout, stderr })
      .catch(() => undefined)
      .finally(() => stdout.end());
    return await text(stdout);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

function optionsOf({ image, volumes, uid }: InsideRequest): Docker.ContainerCreateOptions {
  return {
    Image: image,
    User: "root",
    Entrypoint: ["/bin/sh", "-c", SCRIPT, "sh", uid.toString()],
    Cmd: [],
    WorkingDir: "/",
    HostConfig: {
      NetworkMode: "none",
      CapDrop: ["ALL"],
      // To enter what is its owner's alone, and to run the agents as somebody else than root.
      CapAdd: ["CAP_DAC_READ_SEARCH", "CAP_SETGID", "CAP_SETUID"],
      SecurityOpt: ["no-new-privileges"],
      PidsLimit: 256,
      LogConfig: { Type: "none", Config: {} },
      Mounts: toMounts(
        volumes.map((source) => {
          return { type: "volume", source, target: `${VOLUMES}/${source}`, readonly: true };
        }),
      ),
    },
  };
}
