import { once } from "node:events";
import { request } from "node:http";
import type { Socket } from "node:net";

import type { OpenName, Refusal } from "@agent-sandbox/core/egress";

const FORBIDDEN = 403;

/** Goes through the proxy of the sandbox around this one, which has the last word. */
export async function throughOuter(
  socketPath: string,
  { name, port }: OpenName,
): Promise<Socket | Refusal> {
  const target = `${name}:${port}`;
  const asked = request({ socketPath, method: "CONNECT", path: target, agent: false });
  asked.end();
  const [response, socket, head] = (await once(asked, "connect")) as [
    { readonly statusCode?: number },
    Socket,
    Buffer,
  ];
  const { statusCode = 0 } = response;
  if (statusCode !== 200) socket.destroy();
  if (statusCode === FORBIDDEN) {
    return {
      target,
      policy: "outer-sandbox",
      reason: `the sandbox around this one does not let "${name}" be reached`,
    };
  }
  // What it could not reach, it has not refused.
  if (statusCode !== 200) throw new Error(`the proxy around says ${statusCode.toString()}`);
  if (head.length > 0) socket.unshift(head);
  return socket;
}
