import type { Output } from "../../commands/command.ts";
import { ShellFailure } from "../shell-failure.ts";

/** What a closed descriptor is written to. */
export const CLOSED: Output = {
  write: () => {
    throw new ShellFailure("write error: Bad file descriptor");
  },
};

/** For messages: nobody can be told that nobody can be told. */
export const SILENT: Output = { write: () => undefined };
