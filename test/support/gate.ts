import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { asUser } from "./as-user.ts";
import { docker, type Finished, tryDocker } from "./docker.ts";
import { openSandbox, TEST_IMAGE, type TestSandbox, until } from "./sandbox-image.ts";

const CAPABILITIES = ["CHOWN", "SETGID", "SETPCAP", "SETUID"];

interface GateEvent {
  readonly event: string;
  readonly branch?: string;
  readonly ref?: string;
  readonly old?: string;
  readonly new?: string;
  readonly result?: "accepted" | "refused";
  readonly reason?: string;
}

export interface GateOptions {
  readonly label: string;
  readonly owner?: number;
  readonly env?: Readonly<Record<string, string>>;
  /** Makes the workspace `demo` in the current directory. */
  readonly prepare?: string;
  /** The common git directory in the folder that holds the workspace. */
  readonly gitDirectory?: string;
}

/** A repository on the host and its gate, by the contract of the image. */
export interface TestGate {
  readonly id: string;
  /** Runs a script as the owner in the workspace, on the host. */
  readonly host: (script: string) => string;
  /** Runs a script as the owner in the gate. */
  readonly inside: (script: string) => Promise<Finished>;
  readonly pushes: () => Promise<readonly GateEvent[]>;
  /** Provisions a folder of the gate for `branch`, and waits for its socket. */
  readonly addFolder: (key: string, branch: string) => Promise<void>;
  /** A sandbox with the socket of that folder and a clone on a branch `work` in /tmp/work. */
  readonly openBranch: (key: string) => Promise<TestSandbox>;
  /** Starts it again, and waits until it serves. */
  readonly restart: () => Promise<void>;
  readonly dispose: () => Promise<void>;
}

/** A commit on `main`, which is checked out, and on `work`, which is not. */
const REPOSITORY = `git init --quiet --initial-branch main demo && cd demo
  git config user.name Host && git config user.email host@example.com
  echo hello > README.md && git add . && git commit --quiet --message first && git branch work`;

export async function openGate(options: GateOptions): Promise<TestGate> {
  const { label, owner = 1000 } = options;
  const parent = mkdtempSync(join(tmpdir(), "agent-sandbox-gate-"));
  execFileSync("chown", [`${owner}:${owner}`, parent]);
  const runOnHost = (script: string, cwd: string) =>
    execFileSync("setpriv", [...asUser(owner), "sh", "-ec", script], {
      cwd,
      encoding: "utf8",
      env: { ...process.env, HOME: parent, GIT_CONFIG_GLOBAL: "/dev/null" },
      stdio: ["ignore", "pipe", "pipe"],
    });
  runOnHost(options.prepare ?? REPOSITORY, parent);
  const volume = await docker(["volume", "create", "--label", label]);
  const id = await docker(createArguments({ options, parent, volume }));
  await docker(["start", id]);
  await serving(id, 1);
  const inside = async (script: string) =>
    await tryDocker(["exec", "--user", `${owner}:${owner}`, id, "sh", "-c", script]);
  return {
    id,
    inside,
    host: (script) => runOnHost(script, join(parent, "demo")),
    pushes: async () => (await readEvents(id)).filter(({ event }) => event === "push"),
    addFolder: async (key, branch) => {
      await inside(`mkdir "/gate/${key}" && printf '${branch}\n' > "/gate/${key}/branch"`);
      await until(async () => (await inside(`[ -S "/gate/${key}/socket" ]`)).status === 0);
    },
    openBranch: async (key) =>
      await openBranch({
        ...{ label, owner, key, volume, workspace: join(parent, "demo") },
        format: runOnHost("git rev-parse --show-object-format", join(parent, "demo")).trim(),
      }),
    restart: async () => {
      const starts = (await readEvents(id)).filter(({ event }) => event === "gate.ready").length;
      await docker(["start", id]);
      await serving(id, starts + 1);
    },
    dispose: async () => {
      await docker(["rm", "--force", "--volumes", id]);
      rmSync(parent, { recursive: true });
    },
  };
}

interface Place {
  readonly options: GateOptions;
  readonly parent: string;
  readonly volume: string;
}

function createArguments({ options, parent, volume }: Place): readonly string[] {
  const { label, owner = 1000, gitDirectory } = options;
  const common = gitDirectory === undefined ? undefined : join(parent, gitDirectory);
  const env = {
    AGENT_SANDBOX_UID: owner.toString(),
    AGENT_SANDBOX_GID: owner.toString(),
    AGENT_SANDBOX_REPOSITORY: "/workspace/demo",
    AGENT_SANDBOX_GIT_DIR: common ?? "/workspace/demo/.git",
    AGENT_SANDBOX_HOOKS_PATH: `${common ?? "/workspace/demo/.git"}/hooks`,
    ...options.env,
  };
  return [
    ...["create", "--label", label, "--user", "root", "--network", "none", "--cap-drop", "ALL"],
    ...CAPABILITIES.flatMap((name) => ["--cap-add", name]),
    ...["--security-opt", "no-new-privileges", "--pids-limit", "200"],
    ...Object.entries(env).flatMap(([name, value]) => ["-e", `${name}=${value}`]),
    ...["--mount", `type=bind,src=${join(parent, "demo")},dst=/workspace/demo`],
    ...(common === undefined ? [] : ["--mount", `type=bind,src=${common},dst=${common}`]),
    ...["--mount", `type=volume,src=${volume},dst=/gate`],
    ...["--entrypoint", "/usr/local/lib/agent-sandbox/gate-entry", TEST_IMAGE],
  ];
}

interface BranchPlace {
  readonly label: string;
  readonly owner: number;
  readonly key: string;
  readonly volume: string;
  readonly workspace: string;
  /** The host's hash algorithm. */
  readonly format: string;
}

async function openBranch({ label, owner, key, volume, workspace, format }: BranchPlace) {
  const root = await docker(["volume", "inspect", "--format", "{{.Mountpoint}}", volume]);
  const device = ["type=none", "o=bind", `device=${root}/${key}`].flatMap((opt) => ["--opt", opt]);
  const part = await docker(["volume", "create", "--label", label, ...device]);
  const sandbox = await openSandbox({
    label,
    env: {
      AGENT_SANDBOX_GATE: "1",
      AGENT_SANDBOX_UID: owner.toString(),
      AGENT_SANDBOX_GID: owner.toString(),
    },
    args: [
      ...["--mount", `type=bind,src=${workspace},dst=/workspace/demo,readonly`],
      ...["--mount", `type=volume,src=${part},dst=/run/agent-sandbox-gate,readonly`],
    ],
  });
  const cloned = await sandbox.run(
    "sh",
    "-ec",
    `git config --global user.name Agent && git config --global user.email agent@example.com
     git init --quiet "$0" /tmp/work && cd /tmp/work && git remote add host file:///workspace/demo
     git fetch --quiet --update-shallow host && git checkout --quiet -B work host/work`,
    `--object-format=${format}`,
  );
  if (cloned.status !== 0) throw new Error(`The clone failed: ${cloned.stderr}`);
  return sandbox;
}

/** Runs a script in the sandbox's clone, with git itself and not the wrapper that advises agents. */
export async function work(sandbox: TestSandbox, script: string): Promise<Finished> {
  return await sandbox.run("sh", "-ec", `PATH=/usr/bin:/bin; cd /tmp/work; ${script}`);
}

async function serving(id: string, starts: number): Promise<void> {
  await until(async () => {
    const events = await readEvents(id);
    if (events.some(({ event }) => event === "gate.failed")) {
      throw new Error(`The gate failed: ${JSON.stringify(events)}`);
    }
    return events.filter(({ event }) => event === "gate.ready").length >= starts;
  });
}

/** Standard output carries events and nothing else, so a line that is none is a failure. */
async function readEvents(id: string): Promise<readonly GateEvent[]> {
  const { stdout } = await tryDocker(["logs", id]);
  return stdout.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line) as GateEvent]));
}
