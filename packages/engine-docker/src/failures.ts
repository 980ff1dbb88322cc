import { type ErrorCode, SandboxError } from "@agent-sandbox/core";

/** What is read off any failure, whoever threw it: node, docker-modem or the daemon's own words. */
interface Failure {
  readonly name: string;
  readonly message: string;
  readonly code: string | undefined;
  /** Whether it came from opening the socket; a file that is not there is also ENOENT. */
  readonly connecting: boolean;
  /** The socket or host that was tried. */
  readonly address: string;
  readonly status: number | undefined;
}

interface Rule {
  readonly matches: (failure: Failure) => boolean;
  readonly code: ErrorCode;
  readonly state: (failure: Failure) => string;
  readonly hint: string;
}

const DISK_FULL = /no space left on device|\bENOSPC\b|disk quota exceeded/i;
const PORT_TAKEN = /port is already allocated|address already in use/i;
// "Bind for 127.0.0.1:80", "listen tcp4 127.0.0.1:80", "bind host port for 127.0.0.1:80:172…", "[::1]:80"
const PORT =
  /(?:Bind for|listen (?:tcp|udp)\d?|bind host port(?: for)?) (?:\[[^\]]*\]|[^\s:]*):(\d+)/i;
const NAME_TAKEN = /container name .* is already in use|with name .* already exists/i;
const NAME = /name "?\/?([^\s"]+)"?/;
const LOST = new Set(["ECONNRESET", "EPIPE", "ENOTCONN"]);
const ABSENT = new Set(["ENOENT", "ECONNREFUSED"]);
const FORBIDDEN = new Set(["EACCES", "EPERM"]);

const RULES: readonly Rule[] = [
  {
    matches: ({ message }) => isDiskFull(message),
    code: "DISK_FULL",
    state: () => "the disk is full",
    hint: 'See what Docker holds with "docker system df", and make room',
  },
  {
    matches: ({ message }) => PORT_TAKEN.test(message),
    code: "PORT_TAKEN",
    state: ({ message }) => {
      const port = PORT.exec(message)?.[1];
      return port === undefined ? "a port is already in use" : `port ${port} is already in use`;
    },
    hint: "Stop what uses it, or publish another port",
  },
  {
    matches: ({ message, status }) => status === 409 && NAME_TAKEN.test(message),
    code: "NAME_TAKEN",
    state: ({ message }) => `the name "${NAME.exec(message)?.[1] ?? "?"}" is already in use`,
    hint: "Remove or rename what has this name",
  },
  {
    matches: ({ message, status }) => status === 404 && /no such image/i.test(message),
    code: "IMAGE_MISSING",
    state: ({ message }) =>
      `there is no image "${/no such image: (\S+)/i.exec(message)?.[1] ?? "?"}"`,
    hint: 'Build it with "agent-sandbox build", the base image with "agent-sandbox build-base"',
  },
  {
    matches: ({ code, connecting }) => connecting && code !== undefined && ABSENT.has(code),
    code: "ENGINE_UNAVAILABLE",
    state: ({ address }) => `nothing answers at "${address}"`,
    hint: 'Start it with "sudo systemctl start docker" or "sudo dockerd"; to install it on Debian or Ubuntu: "sudo apt-get install docker.io"',
  },
  {
    matches: ({ code, connecting }) => connecting && code !== undefined && FORBIDDEN.has(code),
    code: "ENGINE_UNAVAILABLE",
    state: ({ address }) => `this user may not open "${address}"`,
    hint: 'Join the group "docker" ("sudo usermod -aG docker $USER"), then log in again; its members are as powerful as root',
  },
  {
    matches: ({ code, message }) =>
      (code !== undefined && LOST.has(code)) || message.includes("socket hang up"),
    code: "ENGINE_UNAVAILABLE",
    state: () => "the connection to Docker was lost",
    hint: 'See why Docker stopped ("journalctl -u docker"), and start it again',
  },
];

/** Whether a daemon's or a tool's own words say that the disk is full. */
export function isDiskFull(message: string): boolean {
  return DISK_FULL.test(message);
}

/**
 * The one map from failures of dockerode and the daemon to errors of agent-sandbox.
 *
 * @param action What was tried, to follow "Cannot": `start the container "x"`.
 * @param error Whatever was thrown. A SandboxError, also as the reason of an abort, is handed back.
 */
export function dockerFailure(action: string, error: unknown): SandboxError {
  const own = ownError(error);
  if (own !== undefined) return own;
  const failure = readFailure(error);
  if (failure.name === "AbortError") {
    return new SandboxError("INTERRUPTED", `Cannot ${action}: interrupted`, { cause: error });
  }
  const rule = RULES.find(({ matches }) => matches(failure));
  return rule === undefined
    ? new SandboxError("ENGINE_FAILED", `Cannot ${action}: ${failure.message}`, { cause: error })
    : new SandboxError(rule.code, `Cannot ${action}: ${rule.state(failure)}`, {
        hint: rule.hint,
        cause: error,
      });
}

// node's AbortError carries the signal's reason as its cause.
function ownError(error: unknown): SandboxError | undefined {
  if (error instanceof SandboxError) return error;
  const { name, cause } = fieldsOf(error);
  return name === "AbortError" && cause instanceof SandboxError ? cause : undefined;
}

function readFailure(error: unknown): Failure {
  const { name, message, code, statusCode, syscall, address } = fieldsOf(error);
  return {
    name: typeof name === "string" ? name : "",
    message: daemonWords(typeof message === "string" ? message : String(error)),
    code: typeof code === "string" ? code : undefined,
    connecting: syscall === "connect",
    address: typeof address === "string" ? address : "",
    status: typeof statusCode === "number" ? statusCode : undefined,
  };
}

type FieldName = "name" | "message" | "code" | "statusCode" | "syscall" | "address" | "cause";

// Not by class: a DOMException is an error too, and one made in another realm is no instance here.
function fieldsOf(error: unknown): Readonly<Partial<Record<FieldName, unknown>>> {
  return typeof error === "object" && error !== null ? error : {};
}

// docker-modem writes "(HTTP code 404) no such image - No such image: x:latest ".
function daemonWords(message: string): string {
  return message.replace(/^\(HTTP code \d+\) .*? - /s, "").trim();
}
