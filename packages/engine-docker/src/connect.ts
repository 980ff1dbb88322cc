import { accessSync, constants } from "node:fs";
import { Agent, type AgentOptions, IncomingMessage } from "node:http";
import { join } from "node:path";
import { SandboxError } from "@agent-sandbox/core";
import Docker from "dockerode";
import { dockerFailure } from "./failures.ts";
import { followSignal } from "./follow-signal.ts";

/** The variables that say where Docker listens. */
export interface DockerEnvironment {
  readonly DOCKER_HOST?: string | undefined;
  readonly XDG_RUNTIME_DIR?: string | undefined;
  readonly HOME?: string | undefined;
}

type Endpoint = { readonly socketPath: string } | { readonly host: string; readonly port: string };

const DEFAULT_SOCKET = "/var/run/docker.sock";
const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;
// 20.10, the engine of Debian 12: the oldest that everything here was tried on.
const OLDEST_API = "1.41";
const PROBE_MILLISECONDS = 10_000;
// The name would only matter to TLS. Where none is given, node looks whether the host is an address,
// by a pattern that takes 8 ms to be compiled.
const AGENT: AgentOptions & { readonly servername: string } = {
  keepAlive: true,
  timeout: 5000,
  servername: "",
};

/**
 * Docker as `DOCKER_HOST` names it, or behind the first socket found: the machine's, a rootless
 * daemon's, Docker Desktop's. Opens nothing yet. Throws ENGINE_UNAVAILABLE when `DOCKER_HOST` is
 * malformed or names another machine, whose daemon could not mount the workspace. What is not answered
 * within `timeout` milliseconds fails; without it everything is waited for.
 */
export function connectDocker(env: DockerEnvironment, timeout?: number): Docker {
  const endpoint = endpointOf(env);
  // docker-modem reads DOCKER_HOST from the process by itself: what is not named here would stay.
  const nowhere = { socketPath: undefined, host: undefined, port: undefined };
  // Its types leave the agent out, which docker-modem reads.
  const how = { protocol: "http", agent: new Agent(AGENT), timeout } as const;
  return new Docker({ ...nowhere, ...endpoint, ...how });
}

/** Fails as `connectDocker` does. */
export function endpointOf(env: DockerEnvironment): Endpoint {
  return env.DOCKER_HOST ? parseDockerHost(env.DOCKER_HOST) : { socketPath: findSocket(env) };
}

/**
 * Resolves when Docker answers and is recent enough; else ENGINE_UNAVAILABLE with the way out. Takes
 * at most ten seconds.
 */
export async function probeDocker(docker: Docker, signal: AbortSignal): Promise<void> {
  const action = `reach Docker at "${endpointName(docker)}"`;
  const version = await askVersion(docker, action, signal);
  if (olderThan(version, OLDEST_API)) {
    throw new SandboxError(
      "ENGINE_UNAVAILABLE",
      `Cannot use Docker at "${endpointName(docker)}": its API is "${version}", older than "${OLDEST_API}"`,
      { hint: "Install Docker Engine 20.10 or later" },
    );
  }
}

async function askVersion(docker: Docker, action: string, signal: AbortSignal): Promise<string> {
  using limited = followSignal(signal);
  const waited = { long: false };
  const timer = setTimeout(() => {
    waited.long = true;
    limited.abort(new Error("no answer"));
  }, PROBE_MILLISECONDS);
  try {
    return await ping(docker, limited.signal);
  } catch (error) {
    if (signal.aborted || !waited.long) throw dockerFailure("reach Docker", error);
    throw new SandboxError("ENGINE_UNAVAILABLE", `Cannot ${action}: no answer in ten seconds`, {
      hint: 'See what holds it up ("journalctl -u docker"), and restart it',
      cause: error,
    });
  } finally {
    clearTimeout(timer);
  }
}

/** Asks for the version of the API by a ping: for `/version` the daemon runs two programs first. */
function ping(docker: Docker, abortSignal: AbortSignal): Promise<string> {
  const answered = Promise.withResolvers<string>();
  const statusCodes = { 200: true, 500: "server error" };
  // Only of a stream docker-modem hands the headers over.
  const request = { path: "/_ping", method: "GET", isStream: true, abortSignal, statusCodes };
  docker.modem.dial(request, (error, response) => {
    if (error) answered.reject(error);
    else if (response instanceof IncomingMessage) answered.resolve(apiVersionOf(response.resume()));
  });
  return answered.promise;
}

function apiVersionOf({ headers }: IncomingMessage): string {
  return headers["api-version"]?.toString() ?? "";
}

function parseDockerHost(value: string): Endpoint {
  if (value.startsWith("unix://")) {
    return { socketPath: value.slice("unix://".length) || DEFAULT_SOCKET };
  }
  const url = URL.parse(value.includes("://") ? value : `tcp://${value}`);
  if (url === null) throw unusable(value, "it is not an address");
  if (url.protocol !== "tcp:" && url.protocol !== "http:") {
    throw unusable(value, `agent-sandbox does not speak "${url.protocol.slice(0, -1)}"`);
  }
  if (!LOOPBACK.test(url.hostname)) {
    throw unusable(value, "a Docker on another machine cannot mount the workspace");
  }
  return { host: `http://${url.hostname}`, port: url.port || "2375" };
}

function unusable(value: string, state: string): SandboxError {
  return new SandboxError("ENGINE_UNAVAILABLE", `Cannot use DOCKER_HOST "${value}": ${state}`, {
    hint: "Unset DOCKER_HOST, or set it to a socket of this machine: unix:///var/run/docker.sock",
  });
}

function findSocket({ XDG_RUNTIME_DIR, HOME }: DockerEnvironment): string {
  const candidates = [
    DEFAULT_SOCKET,
    ...(XDG_RUNTIME_DIR ? [join(XDG_RUNTIME_DIR, "docker.sock")] : []),
    ...(HOME
      ? [join(HOME, ".docker/run/docker.sock"), join(HOME, ".docker/desktop/docker.sock")]
      : []),
  ];
  return candidates.find(isUsable) ?? DEFAULT_SOCKET;
}

function isUsable(path: string): boolean {
  try {
    accessSync(path, constants.R_OK | constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** Where its daemon listens, for people. */
export function endpointName(docker: Docker): string {
  const { socketPath, host, port } = docker.modem as {
    readonly socketPath?: string;
    readonly host?: string;
    readonly port?: string;
  };
  return socketPath ?? `${String(host)}:${String(port)}`;
}

/** By hand: what compares numbers in texts loads tables of languages, for 10 ms. */
function olderThan(version: string, oldest: string): boolean {
  const [[major, minor], [oldestMajor, oldestMinor]] = [partsOf(version), partsOf(oldest)];
  return major < oldestMajor || (major === oldestMajor && minor < oldestMinor);
}

/** Those of "1.41". */
function partsOf(version: string): readonly [number, number] {
  const [major = NaN, minor = NaN] = version.split(".").map(Number);
  return [major, minor];
}
