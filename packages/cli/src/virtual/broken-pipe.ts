/** What a program that writes to a pipe without a reader ends with: 128 and SIGPIPE. */
export const BROKEN_PIPE = 141;

export interface BrokenPipe extends Disposable {
  /** Aborted once nobody reads our output any more. */
  readonly signal: AbortSignal;
}

export function watchOutput(): BrokenPipe {
  const controller = new AbortController();
  const tell = ({ code }: NodeJS.ErrnoException) => {
    if (code === "EPIPE") controller.abort();
  };
  process.stdout.on("error", tell);
  return {
    signal: controller.signal,
    [Symbol.dispose]: () => {
      process.stdout.off("error", tell);
    },
  };
}
