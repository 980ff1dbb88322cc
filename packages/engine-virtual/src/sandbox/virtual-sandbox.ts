import { SandboxError } from "@agent-sandbox/core";

import { importTree } from "../files/import-tree.ts";
import { Call } from "./call.ts";
import { type CommandTable, OWN_COMMANDS } from "./command-table.ts";
import type { CallStreams } from "./call-streams.ts";
import { CallControl, type ControlOptions } from "./call-control.ts";
import { drive, driveSync } from "./drive.ts";
import { asCommand, type Extension, type RunState } from "./extension.ts";
import { History } from "./history.ts";
import { type KeptState, type OpenState, openState } from "./open-state.ts";
import { type Settings, settingsOf, type VirtualOptions } from "./options.ts";
import type { ExecutionResult } from "./result.ts";
import { snapshotOf, stateOf, type VirtualSnapshot } from "./snapshot.ts";
import { type SandboxStats, Tally } from "./stats.ts";

export interface ExecuteOptions extends CallStreams {
  /** Ends the command, with status 130. */
  readonly signal?: AbortSignal;
}

interface Begun {
  readonly call: Call;
  readonly control: CallControl;
  readonly state: OpenState;
}

/** One sandbox: a shell and its files in memory. Nothing is made before it is used. */
export class VirtualSandbox implements Disposable {
  readonly #settings: Settings;
  #kept: KeptState | undefined;
  #state: OpenState | undefined;
  #extensions: readonly Extension[] | undefined;
  #commands: CommandTable = OWN_COMMANDS;
  #history: History | undefined;
  #tally: Tally | undefined;
  #control: CallControl | undefined;
  #hasExited = false;
  #isDisposed = false;

  constructor(settings: Settings, kept: KeptState | undefined) {
    this.#settings = settings;
    this.#kept = kept;
  }

  /** Runs a command line. Fails at once while another one runs, and after `dispose`. */
  async execute(command: string, options: ExecuteOptions = {}): Promise<ExecutionResult> {
    const { call, control, state } = this.#begin(command, { ...options, isSync: false });
    let result: ExecutionResult;
    try {
      result = call.finish(await drive(call.running, control));
    } catch (error) {
      result = call.fail(error, this.#settings.commandTimeout);
    } finally {
      this.#end();
    }
    this.#keep(call, result);
    if (state.judge?.hasRecords === true) await state.judge.recorded();
    return result;
  }

  /**
   * The same at one go; what is asynchronous, such as an extension, is refused by its name. Nobody waits for
   * the audit log: where it cannot be written, the next call fails.
   */
  executeSync(command: string): ExecutionResult {
    const { call, control } = this.#begin(command, { isSync: true });
    let result: ExecutionResult;
    try {
      result = call.finish(driveSync(call.running, control));
    } catch (error) {
      result = call.fail(error, this.#settings.commandTimeout);
    } finally {
      this.#end();
    }
    this.#keep(call, result);
    return result;
  }

  /** Everything as it is now: O(1), whatever it holds. */
  createSnapshot(): VirtualSnapshot {
    this.#refuseBusy("take a snapshot");
    return snapshotOf(this.#keptState());
  }

  /** Puts all that a snapshot holds in place of what is there. */
  restoreSnapshot(snapshot: VirtualSnapshot): void {
    this.#refuseBusy("restore a snapshot");
    const { shell, tree } = stateOf(snapshot);
    const state = this.#open();
    state.files.restore(tree);
    state.shell = shell.fork(state.world);
    this.#kept = undefined;
  }

  /** A second sandbox that starts as this one is now, with its options and commands. */
  fork(): VirtualSandbox {
    this.#refuseBusy("fork");
    const fork = new VirtualSandbox(this.#settings, this.#keptState());
    fork.#extensions = this.#extensions;
    if (fork.#extensions !== undefined) fork.#registerAll();
    return fork;
  }

  getStats(): SandboxStats {
    this.#refuseDisposed("count");
    const { files, judge } = this.#open();
    const usage = files.usage();
    return { ...usage, ...(this.#tally ?? new Tally()).numbers, refusals: judge?.refusals ?? 0 };
  }

  /** Where the next command starts: `$PWD`. */
  get workingDirectory(): string {
    this.#refuseDisposed("say where it is");
    return this.#open().shell.cwd;
  }

  /** Whether the last call ended by `exit`: for whoever lets somebody type. */
  get hasExited(): boolean {
    return this.#hasExited;
  }

  /** The last results, the oldest first. */
  getHistory(): readonly ExecutionResult[] {
    return this.#history?.list() ?? [];
  }

  /** Adds a command, in the place of what had its name. */
  registerCommand(extension: Extension): void {
    this.#refuseBusy("register a command");
    for (const name of [extension.name, ...(extension.aliases ?? [])]) {
      if (!/^[^\s/$"'\\`|&;<>()*?[\]{}~#=!]+$/u.test(name)) {
        throw new SandboxError("USAGE", `Cannot register "${name}": no command can have this name`);
      }
    }
    this.#extensions = [...(this.#extensions ?? []), extension];
    this.#register(extension);
  }

  getAvailableCommands(): readonly string[] {
    return this.#commands.names();
  }

  /** Forgets everything; a command that runs is ended. */
  dispose(): void {
    this.#isDisposed = true;
    this.#control?.abort();
    this.#state = undefined;
    this.#kept = undefined;
    this.#history = undefined;
  }

  [Symbol.dispose](): void {
    this.dispose();
  }

  /** Puts files in place, before anything runs. */
  import(options: VirtualOptions): void {
    if (options.files !== undefined) importTree(this.#open().files, options.files);
    for (const extension of options.extensions ?? []) this.registerCommand(extension);
  }

  #begin(
    command: string,
    { isSync, signal, ...streams }: ExecuteOptions & Pick<ControlOptions, "isSync">,
  ): Begun {
    this.#refuseBusy("execute");
    const state = this.#open();
    this.#kept = undefined;
    const { commandTimeout, limits } = this.#settings;
    const { maxMemory, maxPipeSize } = limits;
    const timeout = commandTimeout;
    const control = new CallControl({ isSync, maxMemory, maxPipeSize, signal, timeout });
    this.#control = control;
    return { call: new Call(state.shell, command, control.timed(streams)), control, state };
  }

  #end(): void {
    this.#control?.end();
    this.#control = undefined;
  }

  #keep(call: Call, result: ExecutionResult): void {
    this.#hasExited = call.hasExited;
    if (this.#isDisposed) return;
    this.#tally ??= new Tally();
    this.#tally.add(call.commands, result.duration);
    this.#history ??= new History(this.#settings);
    this.#history.add(result);
  }

  #open(): OpenState {
    this.#state ??= openState({
      settings: this.#settings,
      commands: () => this.#commands,
      canWait: () => this.#control?.isSync === false,
      kept: this.#kept,
    });
    return this.#state;
  }

  #keptState(): KeptState {
    if (this.#kept !== undefined) return this.#kept;
    const { files, shell } = this.#open();
    this.#kept = { tree: files.tree(), shell: shell.fork() };
    return this.#kept;
  }

  #registerAll(): void {
    for (const extension of this.#extensions ?? []) this.#register(extension);
  }

  #register(extension: Extension): void {
    this.#commands = this.#commands.with(asCommand(extension, () => this.#runState()));
  }

  #runState(): RunState {
    if (this.#control === undefined) throw new TypeError("an extension ran outside of a call");
    return { call: this.#control, judge: this.#open().judge };
  }

  #refuseBusy(action: string): void {
    this.#refuseDisposed(action);
    if (this.#control === undefined) return;
    throw new SandboxError("USAGE", `Cannot ${action}: a command is running in this sandbox`, {
      hint: "Wait for its result, or fork the sandbox first",
    });
  }

  #refuseDisposed(action: string): void {
    if (!this.#isDisposed) return;
    throw new SandboxError("USAGE", `Cannot ${action}: the sandbox is disposed`);
  }
}

/** Opens a sandbox in this process. */
export function openVirtual(options: VirtualOptions = {}): VirtualSandbox {
  const sandbox = new VirtualSandbox(settingsOf(options), undefined);
  sandbox.import(options);
  return sandbox;
}
