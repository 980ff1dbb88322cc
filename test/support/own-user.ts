import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { TEST_IMAGE } from "./sandbox-image.ts";
import { userConfig } from "./user-config.ts";

/** A user with configuration and records of a test's own, who runs the image under test. */
export interface OwnUser extends Disposable {
  /** A real path, for files of the test's own too. */
  readonly directory: string;
  readonly env: Readonly<Record<string, string>>;
  /** Replaces the user's own configuration, but for the image. */
  configure(config: Readonly<Record<string, unknown>>): void;
}

export function makeOwnUser(config: Readonly<Record<string, unknown>> = {}): OwnUser {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), "agent-sandbox-test-")));
  const configure = (written: Readonly<Record<string, unknown>>) =>
    userConfig(join(directory, "config"), { container: { image: TEST_IMAGE }, ...written });
  return {
    directory,
    env: { XDG_STATE_HOME: directory, ...configure(config) },
    configure,
    [Symbol.dispose]: () => {
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
