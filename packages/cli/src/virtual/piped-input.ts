import { hangUpWith } from "../hang-up.ts";

export interface PipedInput extends Disposable {
  readonly stdin: AsyncIterable<Uint8Array>;
}

/** This process's own input, which is not touched before somebody reads; given up at the end. */
export function pipedInput(): PipedInput {
  let isRead = false;
  async function* read(): AsyncGenerator<Uint8Array> {
    isRead = true;
    hangUpWith(process.stdin);
    yield* process.stdin as AsyncIterable<Buffer>;
  }
  return {
    stdin: read(),
    [Symbol.dispose]: () => {
      if (isRead) process.stdin.destroy();
    },
  };
}
