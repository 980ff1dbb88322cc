// Runs one program after the other for the agent-sandbox program, over what an agent may have
// written. Started by git-session. One JSON object a line on standard input is a command, or a script
// that is evaluated here; an answer is one JSON object in a line and then its bytes. Ends with its input.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { lstatSync, mkdirSync, openSync } from "node:fs";
import { createInterface } from "node:readline";
import { compileFunction } from "node:vm";

interface Command {
  readonly argv: readonly [string, ...string[]];
  readonly cwd?: string;
  readonly input?: string;
  readonly environment?: Readonly<Record<string, string>>;
}

/** The body of a function of `input`, evaluated here: another Node takes longer to start than it takes. */
interface Evaluation {
  readonly script: string;
  readonly input: string;
}

interface Output {
  readonly bytes: Buffer;
  readonly isWhole: boolean;
}

const SHELF = "/repo-shelf";
/** Not on the shelf, where an agent could hold it. */
const LOCK = "/gate/.lock";
/** How long the lock is waited for without a word, in seconds. */
const PATIENCE = "1";
/** As much as becomes one string on the other side. */
const MOST = 256 * 1024 ** 2;

/** Git is the system's own, without the wrapper that is for agents. */
const ENVIRONMENT = {
  PATH: "/usr/bin:/bin:/usr/local/bin",
  HOME: "/tmp",
  LC_ALL: "C",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_TERMINAL_PROMPT: "0",
};

function say(message: object): void {
  process.stdout.write(`${JSON.stringify(message)}\n`);
}

/** One session at a time for each shelf, for as long as this process lives. */
async function lock(): Promise<void> {
  const descriptor = openSync(LOCK, "a", 0o600);
  const flock = async (...options: readonly string[]) => {
    const child = spawn("/usr/bin/flock", [...options, "3"], {
      stdio: ["ignore", "ignore", "inherit", descriptor],
    });
    return (await once(child, "close"))[0] === 0;
  };
  if (await flock("--timeout", PATIENCE)) return;
  say({ event: "waiting" });
  if (!(await flock())) throw new Error(`Cannot lock "${LOCK}"`);
}

async function run({ argv, cwd = SHELF, input, environment }: Command): Promise<void> {
  const [program, ...args] = argv;
  const child = spawn(program, args, {
    cwd,
    env: { ...ENVIRONMENT, ...environment },
    stdio: ["pipe", "pipe", "pipe"],
  });
  // A program that ends without reading its input has nothing to complain of.
  child.stdin.on("error", () => undefined);
  child.stdin.end(input ?? "");
  const ended = endOf(child);
  const [stdout, stderr] = await Promise.all([
    read(child.stdout, child),
    read(child.stderr, child),
  ]);
  const { status, complaint } = await ended;
  if (complaint !== "") await answer(127, Buffer.alloc(0), Buffer.from(complaint));
  else if (stdout.isWhole && stderr.isWhole) await answer(status, stdout.bytes, stderr.bytes);
  else await answer(125, Buffer.alloc(0), Buffer.from(`"${program}" says more than ${MOST} bytes`));
}

async function evaluate({ script, input }: Evaluation): Promise<void> {
  const nothing = Buffer.alloc(0);
  try {
    const evaluated = compileFunction(script, ["input"]) as (input: string) => string;
    const result = evaluated(input);
    await answer(0, Buffer.from(result), nothing);
  } catch (error) {
    await answer(1, nothing, Buffer.from(String(error)));
  }
}

async function endOf(child: ChildProcess): Promise<{ status: number; complaint: string }> {
  return await new Promise((resolve) => {
    child.once("error", ({ message }) => resolve({ status: 127, complaint: message }));
    // 137 in the place of every signal: which one it was is of no use to anybody.
    child.once("close", (status) => resolve({ status: status ?? 137, complaint: "" }));
  });
}

async function read(stream: AsyncIterable<Buffer>, child: ChildProcess): Promise<Output> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of stream) {
    length += chunk.length;
    if (length <= MOST) chunks.push(chunk);
    else child.kill("SIGKILL");
  }
  return { bytes: Buffer.concat(chunks), isWhole: length <= MOST };
}

async function answer(status: number, stdout: Buffer, stderr: Buffer): Promise<void> {
  say({ event: "answer", status, stdout: stdout.length, stderr: stderr.length });
  for (const bytes of [stdout, stderr]) {
    if (bytes.length > 0 && !process.stdout.write(bytes)) await once(process.stdout, "drain");
  }
}

// Made first: a session that waits for the lock must see its input end too.
const lines = createInterface({ input: process.stdin });
// Nobody listens any more: what runs is ended with this process, which is the container's first.
process.stdout.on("error", () => process.exit(0));
process.stdin.once("end", () => process.exit(0));

try {
  process.umask(0o022);
  await lock();
  for (const path of [`${SHELF}/repo`, `${SHELF}/worktrees`]) {
    // Where a link is in its place, who works on the shelf says so.
    if (lstatSync(path, { throwIfNoEntry: false }) === undefined) mkdirSync(path);
  }
  say({ event: "ready" });
  for await (const line of lines) {
    const request = JSON.parse(line) as Command | Evaluation;
    await ("script" in request ? evaluate(request) : run(request));
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  // Its input is still open, and would keep it.
  process.exit(125);
}
