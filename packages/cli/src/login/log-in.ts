import type { ExitStatus, Stdio } from "@agent-sandbox/core";

import { execInWorkspace } from "../exec-in-workspace.ts";
import type { Surroundings } from "../surroundings.ts";
import type { LoginPlan } from "./agents.ts";
import { openCallbackPort } from "./callback-port.ts";
import { carryingInside } from "./carry-inside.ts";

export interface LoginRequest {
  readonly path: string;
  readonly configFile: string | undefined;
  readonly login: LoginPlan;
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
  if (port === undefined) {
    surroundings.say(guide);
    return await execInWorkspace({ ...request, argv }, surroundings);
  }
  await using callback = await openCallbackPort(port);
  surroundings.say(guide);
  return await execInWorkspace(
    { ...request, argv, through: (engine) => carryingInside(engine, callback, port) },
    surroundings,
  );
}
