import type { PlanBase, SandboxPlan } from "./plan.ts";

export type EngineName = "docker" | "bwrap" | "virtual";

/** A command to run inside a sandbox: argv from end to end, never a string for a shell. */
export interface Command {
  readonly argv: readonly [string, ...string[]];
  /** Added to the sandbox's own environment, for this command alone. */
  readonly environment: Readonly<Record<string, string>>;
  /**
   * What the program waits for while all around it is set up. Where it fails nothing begins, and `exec`
   * fails with it.
   */
  readonly after?: Promise<void> | undefined;
}

/** A terminal's size in character cells. */
export interface TerminalSize {
  readonly columns: number;
  readonly rows: number;
}

/** The streams of one command. With a `terminal`, output and errors share `stdout`. */
export interface Stdio {
  /**
   * Called once the command has been asked for: Node takes 5 ms to make the stream of its own input.
   * Undefined: the command reads end of file at once.
   */
  readonly stdin: (() => NodeJS.ReadableStream) | undefined;
  readonly stdout: NodeJS.WritableStream;
  readonly stderr: NodeJS.WritableStream;
  readonly terminal: Terminal | undefined;
  /** Whether these are this process's own streams, so that a child may have them as they are. */
  readonly isOwn?: boolean;
  /** Signals that this process gets and the command is to get instead. */
  readonly signals: SignalSource;
}

/** The signals that are handed on to a command. */
export type ForwardedSignal = "SIGINT" | "SIGTERM" | "SIGHUP" | "SIGQUIT" | "SIGPIPE" | "SIGKILL";

export interface SignalSource {
  /** Calls back at every signal; returns how to stop that. */
  onSignal(listener: (signal: ForwardedSignal) => void): () => void;
}

/** The person's terminal, as the engine needs it. */
export interface Terminal {
  size(): TerminalSize;
  /**
   * Hands keys on as they are typed (raw mode) and calls back at every change of size, until the
   * returned function gives the terminal back.
   */
  attach(onResize: () => void): () => void;
}

/** How a command ended: its own status, 128 + n when signal n ended it. */
export interface ExitStatus {
  readonly status: number;
}

/** One opened, running isolation. Disposing it gives up what this process holds of it. */
export interface Sandbox extends AsyncDisposable {
  readonly id: string;
  /**
   * Runs a command to its end. Aborting `signal` ends the command (TERM, then KILL) and rejects
   * with the signal's reason.
   */
  exec(command: Command, stdio: Stdio, signal: AbortSignal): Promise<ExitStatus>;
}

/** Says what is under way, one sentence at a time, for people. */
export type Progress = (message: string) => void;

/** One way to carry a plan out: its own plan, of which all engines share the base. */
export interface Engine<Plan extends PlanBase = SandboxPlan> {
  readonly name: EngineName;
  /**
   * Whether it opens while the record is written: what it opens ends with this process, and nothing is left of a
   * run that has no record.
   */
  readonly opensAhead?: boolean;
  /** The very command line that `open` amounts to, as argv, for people to read and paste. */
  describe(plan: Plan): Promise<readonly string[]>;
  /**
   * Opens the sandbox or joins the one that already runs by this plan; resolves when it is ready.
   * Fails with ENGINE_UNAVAILABLE, and the way out, when it cannot be used on this machine.
   */
  open(plan: Plan, signal: AbortSignal): Promise<Sandbox>;
}
