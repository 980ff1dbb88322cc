// The program `agent-hook` of the image: one file, started by a wrapper that turns every status but 0
// into 2. What it needs to know of its surroundings is fixed, so that nobody can point it elsewhere.
import {
  closeSync,
  constants,
  existsSync,
  openSync,
  readFileSync,
  readSync,
  writeSync,
} from "node:fs";

import { answerCall } from "./answer-call.ts";
import { containerStart } from "./container-start.ts";
import { gatherFacts } from "./gather-facts.ts";
import type { OpenedList } from "./opened-hosts.ts";
import { POLICY_FILE } from "./policy-file.ts";

/** The hosts that the user has opened since; nobody's but the resolver's to write. */
const OPENED = "/run/agent-sandbox/opened/list";

/** A pipe that PID 1 reads; where nobody does, nothing is told. */
const REPORTS = "/run/agent-sandbox/reports";

/** A file that is to be written comes whole. */
const LONGEST_CALL = 16 * 1024 * 1024;

const { status, message, reports } = answerCall({
  agent: process.argv[2],
  call: readCall(),
  policy: readPolicy(),
  opened: readOpened(),
  directory: process.cwd(),
  variables: process.env,
  gatherFacts,
});
report(reports);
if (message !== "") writeSync(2, message);
process.exitCode = status;

function readCall(): string {
  const chunks: Buffer[] = [];
  let length = 0;
  for (;;) {
    const chunk = Buffer.allocUnsafe(65_536);
    const read = readSync(0, chunk);
    if (read === 0) return Buffer.concat(chunks).toString();
    length += read;
    if (length > LONGEST_CALL) throw new Error("The tool call is too long");
    chunks.push(chunk.subarray(0, read));
  }
}

function readOpened(): OpenedList | undefined {
  if (!existsSync(OPENED)) return undefined;
  const bootId = readFileSync("/proc/sys/kernel/random/boot_id", "utf8");
  const stat = readFileSync("/proc/1/stat", "utf8");
  return { list: readFileSync(OPENED, "utf8"), containerStart: containerStart(bootId, stat) };
}

function readPolicy(): string | Error {
  try {
    return readFileSync(POLICY_FILE, "utf8");
  } catch {
    return new Error(`${POLICY_FILE} cannot be read`);
  }
}

/** The verdict stands, whether it can be told or not. */
function report(lines: readonly string[]): void {
  if (lines.length === 0) return;
  try {
    const pipe = openSync(REPORTS, constants.O_WRONLY | constants.O_NONBLOCK);
    for (const line of lines) writeSync(pipe, line);
    closeSync(pipe);
  } catch {
    // Nobody reads, or the pipe is full.
  }
}
