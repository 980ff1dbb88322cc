import type { Engine, ExitStatus, Stdio } from "@agent-sandbox/core";

import { execInWorkspace } from "../exec-in-workspace.ts";
import type { Surroundings } from "../surroundings.ts";
import type { LoginPlan } from "./agents.ts";
import { openCallbackPort } from "./callback-port.ts";
import { carryingInside } from "./carry-inside.ts";
import { sayingWhenOpen } from "./saying-when-open.ts";

export interface LoginRequest {
  readonly path: string;
  readonly configFile: string | undefined;
  readonly login: LoginPlan;
  /** Whether all that the workspace's files ask for is accepted, for this once. */
  readonly trust: boolean;
  readonly stdio: Stdio;
}

/**
 * Runs an agent's own sign-in in the workspace's sandbox. The port that the browser comes back to is
 * taken before anything opens: PORT_TAKEN where somebody has it.
 */
export async function logIn(
  { login, ...request }: LoginRequest,
  surroundings: Surroundings,
): Promise<ExitStatus> {
  const { argv, callbackPort: port, guide } = login;
  // What cannot be opened has an error to tell, and nothing for the person to do.
  const guiding = (engine: Engine) =>
    sayingWhenOpen(engine, () => {
      surroundings.say(guide);
    });
  if (port === undefined) {
    return await execInWorkspace({ ...request, argv, through: guiding }, surroundings);
  }
  await using callback = await openCallbackPort(port);
  const through = (engine: Engine) => carryingInside(guiding(engine), callback, port);
  return await execInWorkspace({ ...request, argv, through }, surroundings);
}
