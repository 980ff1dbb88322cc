import { readFile } from "node:fs/promises";

/** Who speaks on a socket: it follows from the folder, in which nobody inside can write. */
export interface Identity {
  readonly branch: string;
  /** Our own courier, which may also write `refs/sandbox/<branch>`. */
  readonly isOperator: boolean;
}

/** undefined: the folder is not provisioned, or not to the end. */
export async function readIdentity(folder: string): Promise<Identity | undefined> {
  const text = await readFile(`${folder}/branch`, "utf8").catch(() => "");
  const [, branch, role] = /^([^\n]+)\n(?:(operator)\n)?$/.exec(text) ?? [];
  return branch === undefined ? undefined : { branch, isOperator: role === "operator" };
}
