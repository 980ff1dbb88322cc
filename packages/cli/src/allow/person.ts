import { userInfo } from "node:os";

/** A user of the host. */
export interface Person {
  readonly user: string;
  readonly uid: number;
}

/** Who runs this process; the number alone where the machine has no name for it. */
export function thisPerson(): Person {
  try {
    const { username, uid } = userInfo();
    return { user: username, uid };
  } catch {
    const uid = process.getuid?.() ?? -1;
    return { user: uid.toString(), uid };
  }
}
