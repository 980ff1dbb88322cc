/** One request, as far as it is read. */
interface Exchange {
  readonly method: string;
  readonly path: string;
  /** Of a form or of JSON. */
  readonly body: Readonly<Record<string, unknown>>;
}

export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** What one service says; undefined where it has nothing at that path. */
export type Service = (exchange: Exchange) => Answer | undefined;
