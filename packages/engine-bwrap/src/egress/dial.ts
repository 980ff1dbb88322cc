import { once } from "node:events";
import { connect, isIPv6, type Socket } from "node:net";

import {
  type EgressRules,
  judgeTarget,
  type Lookup,
  type Refusal,
  resolveName,
  type Target,
} from "@agent-sandbox/core/egress";

import { throughOuter } from "./through-outer.ts";

/** A connection, a refusal, or why there is none: nobody was refused anything. */
export type Dialled = Socket | Refusal | { readonly failure: string };

/** Goes where a program wants to, if it may. */
export type Dial = (target: Target) => Promise<Dialled>;

export interface DialRequest extends EgressRules {
  readonly lookUp: Lookup;
  /** The socket of the proxy of the sandbox around this one, where there is one: it resolves and judges too. */
  readonly outer: string | undefined;
}

const PATIENCE_MS = 30_000;

/** Judges, resolves once, and connects to what was judged. */
export function dialBy({ outer, lookUp, ...rules }: DialRequest): Dial {
  return async (target) => {
    const judged = judgeTarget(rules, target);
    if ("policy" in judged) return judged;
    try {
      if (outer !== undefined) return await throughOuter(outer, judged);
      const addresses = await resolveName(judged, lookUp);
      if ("policy" in addresses) return addresses;
      if (addresses.length === 0) return { failure: `"${judged.name}" has no address` };
      return await connectTo(addresses, judged.port);
    } catch (error) {
      return { failure: `"${judged.name}" does not answer: ${failureOf(error)}` };
    }
  };
}

function failureOf(error: unknown): string {
  if (error instanceof Error && "code" in error) return String(error.code);
  return error instanceof Error ? error.message : "unknown";
}

/** Tries all of them, the way Node does (RFC 8305); nothing is looked up again. */
async function connectTo(addresses: readonly string[], port: number): Promise<Socket> {
  const all = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
  const socket = connect({
    ...{ host: "judged.invalid", port, allowHalfOpen: true, autoSelectFamily: true },
    lookup: (_name, options, done) => {
      const [first] = all;
      if (options.all === true) done(null, all);
      else done(null, first?.address ?? "", first?.family ?? 4);
    },
  });
  socket.setTimeout(PATIENCE_MS, () => socket.destroy(new Error("no answer in time")));
  await once(socket, "connect");
  socket.setTimeout(0);
  return socket;
}
