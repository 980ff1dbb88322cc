/** What is asked for. Paths come with both faces; what is known of them are facts. */
export type PolicyRequest =
  | PathRequest
  | { readonly operation: "rename"; readonly from: PathTarget; readonly to: PathTarget }
  | ExecRequest
  | ConnectRequest
  | EnvironmentRequest
  | ToolRequest;

export interface PathRequest {
  readonly operation: "read" | "write" | "create" | "delete" | "list";
  readonly target: PathTarget;
}

export interface ExecRequest {
  readonly operation: "exec";
  /** A name or a path. */
  readonly program: string;
}

export interface ConnectRequest {
  readonly operation: "connect";
  /** A name or an address, as it was asked for. */
  readonly host: string;
  readonly port: number;
}

export interface EnvironmentRequest {
  readonly operation: "env";
  readonly name: string;
  /** The caller's value, where it is known: a URL with a password in it is a secret. */
  readonly value?: string | undefined;
}

export interface ToolRequest {
  readonly operation: "tool";
  readonly tool: string;
  /** What the rules' patterns in brackets look at: a shell command, a path, a URL. */
  readonly argument?: string | undefined;
}

export interface PathTarget {
  /** Absolute, as asked for: joined to the working directory, `~` expanded, dots still in it. */
  readonly path: string;
  /**
   * Where the kernel would end up: links of every part that exists followed, the normal form where
   * nothing exists; undefined where that cannot be found out. Of what is deleted or renamed, the last
   * part is not followed: it is the link that goes.
   */
  readonly real: string | undefined;
  /** What stands there, where it is known. */
  readonly kind?: "directory" | "file" | undefined;
  /** Whether its volume takes names in other case for the same. */
  readonly ignoresCase?: boolean | undefined;
  /** How many names the file has (`st_nlink`). */
  readonly links?: number | undefined;
  /** What a directory that is deleted or renamed holds, absolute, as far as anybody looked. */
  readonly holds?: readonly string[] | undefined;
}
