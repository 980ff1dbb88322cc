import type { Process } from "./process.ts";

/** What one `&` started. */
export class Job {
  readonly number: number;
  /** Of a pipeline each of its commands. */
  readonly processes: readonly Process[];
  readonly #text: () => string;

  constructor(number: number, processes: readonly Process[], text: () => string) {
    this.number = number;
    this.processes = processes;
    this.#text = text;
  }

  get text(): string {
    return this.#text();
  }

  /** `$!`: the last command's. */
  get pid(): number {
    return this.processes.at(-1)?.pid ?? 0;
  }

  get isAlive(): boolean {
    return this.processes.some(({ status }) => status === undefined);
  }

  /** Of the last command; with `pipefail` of the last that failed. */
  statusOf(isPipefail: boolean): number {
    const statuses = this.processes.map(({ status = 0 }) => status);
    const failed = isPipefail ? statuses.findLast((status) => status !== 0) : undefined;
    return failed ?? statuses.at(-1) ?? 0;
  }
}

/** Behind so many, what has ended is no job any more. */
const MOST_JOBS = 200;

/** How many statuses of what has ended are remembered. */
const MOST_STATUSES = 1000;

/** The commands that one shell has started in the background. */
export class Jobs {
  #jobs: readonly Job[] = [];
  readonly #statuses = new Map<number, number>();

  add(processes: readonly Process[], text: () => string): Job {
    if (this.#jobs.length > MOST_JOBS) this.#closeEnded();
    const job = new Job((this.#jobs.at(-1)?.number ?? 0) + 1, processes, text);
    this.#jobs = [...this.#jobs, job];
    return job;
  }

  list(): readonly Job[] {
    return this.#jobs;
  }

  get current(): Job | undefined {
    return this.#recent[0];
  }

  get previous(): Job | undefined {
    return this.#recent[1];
  }

  /** The newest first; what has ended behind all that runs. */
  get #recent(): readonly Job[] {
    const newest = this.#jobs.toReversed();
    return [...newest.filter(({ isAlive }) => isAlive), ...newest.filter((job) => !job.isAlive)];
  }

  withProcess(pid: number): Job | undefined {
    return this.#jobs.find(({ processes }) => processes.some((one) => one.pid === pid));
  }

  /** By `%1`, `%+`, `%name`, `%?part`; several where it says too little. */
  named(spec: string): readonly Job[] {
    const name = spec.slice(1);
    if (/^[%+]?$/.test(name)) return this.current === undefined ? [] : [this.current];
    if (name === "-") {
      const one = this.previous ?? this.current;
      return one === undefined ? [] : [one];
    }
    if (/^\d+$/.test(name)) return this.#jobs.filter(({ number }) => number === Number(name));
    return this.#jobs.filter(({ text }) =>
      name.startsWith("?") ? text.includes(name.slice(1)) : text.startsWith(name),
    );
  }

  /** What a process that was waited for, or that nobody asks about by its job any more, ended with. */
  rememberedStatus(pid: number): number | undefined {
    return this.#statuses.get(pid);
  }

  /** A job that has ended leaves its status behind. */
  close(job: Job, status: number): void {
    this.remove(job);
    this.remember(job.pid, status);
  }

  /** What a process that is no job has ended with. */
  remember(ended: number, status: number): void {
    this.#statuses.set(ended, status);
    for (const pid of this.#statuses.keys()) {
      if (this.#statuses.size <= MOST_STATUSES) return;
      this.#statuses.delete(pid);
    }
  }

  remove(job: Job): void {
    this.#jobs = this.#jobs.filter((one) => one !== job);
  }

  #closeEnded(): void {
    for (const job of this.#jobs) if (!job.isAlive) this.close(job, job.statusOf(false));
  }

  /** Forgets what has ended, and what it ended with. */
  forget(): void {
    this.#jobs = this.#jobs.filter(({ isAlive }) => isAlive);
    this.#statuses.clear();
  }
}
