import { setTimeout as sleep } from "node:timers/promises";

import { type ForwardedSignal, SandboxError, type SandboxPlan } from "@agent-sandbox/core";
import type Docker from "dockerode";

import { answerTo } from "./daemon-patience.ts";
import { withRoom } from "./process-room.ts";

/** Sends a signal to every process of a run (see `base-image/README.md`). */
const SIGNAL_RUN = "/usr/local/lib/agent-sandbox/signal-run";
/** How long an exec may take to start, or to have sent a signal: milliseconds. */
const PATIENCE = 5_000;
/** The same of the last one, that nothing waits behind: beside a fork bomb on a busy machine it takes seconds. */
const PATIENCE_TO_KILL = 30_000;
const POLL = 20;

/** One command under way, as its signals need it. */
export interface SignalTarget {
  readonly container: Docker.Container;
  readonly exec: Docker.Exec;
  readonly plan: Pick<SandboxPlan, "user" | "limits">;
  /** The daemon cannot signal what it executes: this id, in the environment, finds it again. */
  readonly id: string;
}

export interface RunSignals {
  /** Resolves once the signal has been sent; never rejects. One that comes too late finds nobody. */
  send(name: ForwardedSignal): Promise<void>;
  /** Resolves once no signal is on its way: this process must not end before. */
  delivered(): Promise<void>;
}

/** Signals to one run, one after the other, as they came. */
export function signalsTo(target: SignalTarget): RunSignals {
  let last: Promise<void> | undefined;
  let isSilent = false;
  const deliverNext = async (name: ForwardedSignal) => {
    // One wait for a daemon that hangs is enough.
    if (!isSilent) await deliver(target, name);
  };
  return {
    send(name) {
      last = (last ?? hasBegun(target.exec))
        .then(() => deliverNext(name))
        .catch((error: unknown) => {
          isSilent = error instanceof SandboxError;
        });
      return last;
    },
    delivered: async () => {
      await last;
    },
  };
}

/** The daemon takes the connection before it starts the command. */
async function hasBegun(exec: Docker.Exec): Promise<void> {
  await settled(exec, PATIENCE, ({ Pid }) => Pid !== 0).catch((error: unknown) => {
    if (error instanceof SandboxError) throw error;
  });
}

/** The user's ids by number: the daemon may still know `node` by the ids that the image gave it. */
export function idsOf({ uid, gid }: SandboxPlan["user"]): string {
  return `${uid.toString()}:${gid.toString()}`;
}

async function deliver(target: SignalTarget, name: ForwardedSignal): Promise<void> {
  const { container, plan } = target;
  await startSignal(target, name).catch(async (error: unknown) => {
    await withRoom({ container, pids: plan.limits.pids, error }, () => startSignal(target, name));
  });
}

async function startSignal(
  { container, plan, id }: SignalTarget,
  name: ForwardedSignal,
): Promise<void> {
  const options = { User: idsOf(plan.user), Cmd: [SIGNAL_RUN, id, name.slice("SIG".length)] };
  const exec = await answerTo((abortSignal) => container.exec({ ...options, abortSignal }));
  const answer = await answerTo((abortSignal) => exec.start({ Detach: true, abortSignal }));
  // It has been started; an answer that nobody reads would keep this process alive.
  answer.destroy();
  await settled(exec, name === "SIGKILL" ? PATIENCE_TO_KILL : PATIENCE, () => false);
}

/** Waits, with a bound, until an exec has ended or is what is looked for. */
async function settled(
  exec: Docker.Exec,
  patience: number,
  isSo: (info: Docker.ExecInspectInfo) => boolean,
): Promise<void> {
  const end = performance.now() + patience;
  while (performance.now() < end) {
    const info = await answerTo((abortSignal) => exec.inspect({ abortSignal }));
    if (info.ExitCode !== null || isSo(info)) return;
    await sleep(POLL);
  }
}
