import { readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";

/** How long a file is kept after it was last written, in milliseconds. */
interface Age {
  readonly kept: number;
  readonly now: Date;
}

/** Takes away what is too old of a folder of ours. Fails with the system's own error. */
export function removeOld(directory: string, { kept, now }: Age): void {
  for (const name of readdirSync(directory)) {
    const file = join(directory, name);
    const found = statSync(file, { throwIfNoEntry: false });
    if (found && now.getTime() - found.mtimeMs > kept) rmSync(file, { force: true });
  }
}
