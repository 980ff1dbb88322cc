import { userInfo } from "node:os";

/** A user of the host. */
export interface Person {
  readonly user: string;
  readonly uid: number;
}

/** Who runs this process; "uid N" where the machine has no name for it, as in a container. Never fails. */
export function thisPerson(): Person {
  try {
    const { username, uid } = userInfo();
    return { user: username, uid };
  } catch {
    const uid = process.getuid?.() ?? -1;
    return { user: `uid ${uid.toString()}`, uid };
  }
}
