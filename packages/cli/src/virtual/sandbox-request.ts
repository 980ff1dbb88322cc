/** A virtual sandbox, as it is asked for. */
export interface SandboxRequest {
  /** The workspace's directory, whose policy holds. */
  readonly path: string;
  readonly configFile: string | undefined;
  /** `NAME` or `NAME=VALUE`. */
  readonly variables: readonly string[];
  /** Directories of the host that are copied in. */
  readonly imports: readonly string[];
  /** The file that it starts from, where that is there, and is saved to. */
  readonly snapshot: string | undefined;
  readonly timeout: string | undefined;
  readonly trust: boolean;
  /** Directories of the host that can be looked at. */
  readonly views: readonly string[];
}

/** What `SANDBOX_FLAGS` ask for. */
export function sandboxRequest(
  path: string,
  flags: {
    readonly config?: string | undefined;
    readonly env?: readonly string[] | undefined;
    readonly import?: readonly string[] | undefined;
    readonly snapshot?: string | undefined;
    readonly timeout?: string | undefined;
    readonly trust: boolean;
    readonly view?: readonly string[] | undefined;
  },
): SandboxRequest {
  const {
    config: configFile,
    env = [],
    import: imports = [],
    snapshot,
    timeout,
    trust,
    view: views = [],
  } = flags;
  return { path, configFile, variables: env, imports, snapshot, timeout, trust, views };
}
