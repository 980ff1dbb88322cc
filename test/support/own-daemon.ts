import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/** A Docker daemon of a test's own, with nothing in it and without any network. */
export interface OwnDaemon extends AsyncDisposable {
  /** What `DOCKER_HOST` is to be. */
  readonly host: string;
  /** The docker client's output, by line. */
  readonly docker: (args: readonly string[], input?: Buffer) => readonly string[];
}

/**
 * In a network of its own and with mounts of its own (unshare(1)): told to have no bridge, dockerd
 * removes the "docker0" that it finds, which would be the machine's.
 */
const ALONE = ["--net", "--mount", "dockerd"];
const OPTIONS = [
  ...["--bridge=none", "--iptables=false", "--ip6tables=false"],
  ...["--ip-forward=false", "--ip-masq=false"],
  // Works on top of every file system.
  ...["--storage-driver=vfs", "--shutdown-timeout=2"],
];
const PATIENCE_MS = 60_000;

/** Needs root, as every daemon does. */
export async function ownDaemon(): Promise<OwnDaemon> {
  const root = mkdtempSync(join(tmpdir(), "agent-sandbox-daemon-"));
  const host = `unix://${root}/docker.sock`;
  const log = openSync(join(root, "log"), "a");
  const places = ["data-root", "exec-root", "pidfile"].map((name) => `--${name}=${root}/${name}`);
  const child = spawn("unshare", [...ALONE, ...places, `--host=${host}`, ...OPTIONS], {
    stdio: ["ignore", log, log],
  });
  closeSync(log);
  const client = (args: readonly string[], input?: Buffer) =>
    execFileSync("docker", ["--host", host, ...args], {
      encoding: "utf8",
      stdio: ["pipe", "pipe", "pipe"],
      timeout: PATIENCE_MS,
      ...(input && { input }),
    })
      .split("\n")
      .filter((line) => line !== "");
  const daemon: OwnDaemon = {
    host,
    docker: client,
    [Symbol.asyncDispose]: async () => {
      const left = child.exitCode === null ? client(["ps", "--all", "--quiet"]) : [];
      if (left.length > 0) client(["rm", "--force", ...left]);
      await end(child, root);
    },
  };
  try {
    await answering(child, daemon);
    return daemon;
  } catch (cause) {
    const said = readFileSync(join(root, "log"), "utf8");
    await end(child, root);
    throw new Error(`dockerd does not answer:\n${said}`, { cause });
  }
}

async function answering(child: ChildProcess, { docker }: OwnDaemon): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    try {
      docker(["version"]);
      return;
    } catch (error) {
      if (child.exitCode !== null || Date.now() > deadline) throw error;
    }
    await sleep(200);
  }
}

async function end(child: ChildProcess, root: string): Promise<void> {
  if (child.exitCode === null && child.pid !== undefined) {
    const ended = once(child, "exit");
    child.kill("SIGTERM");
    await ended;
  }
  rmSync(root, { recursive: true, force: true });
}

/**
 * An image of this machine's own `sleep` and of so many bytes more, with these labels and no name; its
 * id. Two that are alike to the second and the byte are taken for one made from the other.
 */
export function importTinyImage(
  daemon: OwnDaemon,
  { labels, bytes }: { readonly labels: Readonly<Record<string, string>>; readonly bytes: number },
): string {
  const said = execFileSync("ldd", ["/bin/sleep"], { encoding: "utf8" });
  const libraries = [...said.matchAll(/(\/\S+)(?= \()/g)].map(([file]) => file);
  const directory = mkdtempSync(join(tmpdir(), "agent-sandbox-image-"));
  writeFileSync(join(directory, "bytes"), Buffer.alloc(bytes));
  const files = ["/bin/sleep", ...libraries, `--directory=${directory}`, "bytes"];
  const pack = ["--create", "--dereference", "--absolute-names", ...files];
  const archive = execFileSync("tar", pack, { maxBuffer: 64 * 1024 ** 2 });
  rmSync(directory, { recursive: true });
  const changes = Object.entries(labels).flatMap(([key, value]) => [
    "--change",
    `LABEL ${key}=${JSON.stringify(value)}`,
  ]);
  return daemon.docker(["import", ...changes, "-"], archive)[0] ?? "";
}

/** A workspace's hash, by which its images, containers and volumes are named. */
export function hashOf(path: string): string {
  return createHash("md5").update(path).digest("hex");
}
