import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A directory of a test's own. */
export interface Scratch extends Disposable {
  readonly path: string;
}

export function makeScratch(): Scratch {
  const path = mkdtempSync(join(tmpdir(), "agent-sandbox-test-"));
  return {
    path,
    [Symbol.dispose]: () => {
      rmSync(path, { recursive: true, force: true });
    },
  };
}
