/** How much of a path is known. */
export interface AskedPath {
  /** Absolute, with its dots. */
  readonly path: string;
  /**
   * `exact`: this one. `glob`: every file that it matches. `part`: this much of it is known, so that
   * only rules count that forbid just this, wherever it is.
   */
  readonly how: "exact" | "glob" | "part";
}

export type PathOperation = "read" | "write" | "create" | "delete" | "list";

/** One thing that a tool call asks for. What is not known is not in it. */
export type Asked =
  | { readonly operation: PathOperation; readonly target: AskedPath }
  | { readonly operation: "exec"; readonly program: string }
  | { readonly operation: "connect"; readonly host: string; readonly port: number }
  | { readonly operation: "tool"; readonly tool: string; readonly argument?: string | undefined }
  | Unreadable;

/** What cannot be judged, and therefore does not happen. */
interface Unreadable {
  readonly operation: "unreadable";
  readonly what: string;
  readonly reason: string;
}

/** What is known where the call is made. */
export interface Surroundings {
  /** Absolute. */
  readonly directory: string;
  readonly variables: Readonly<Record<string, string | undefined>>;
}
