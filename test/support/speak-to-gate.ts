import { createHash } from "node:crypto";

import type { TestSandbox } from "./sandbox-image.ts";

/** Reads what the gate says first, up to its flush, then says its own and prints the rest. */
const SPEAK = `
const { header, request, path, keepsOpen } = JSON.parse(process.argv[1]);
const socket = require("node:net").connect({ path, allowHalfOpen: true });
let said = "", isAsked = false;
socket.setEncoding("latin1").on("data", (text) => {
  said += text;
  if (isAsked || !said.endsWith("0000")) return;
  isAsked = true;
  socket.write(Buffer.from(request, "base64"));
  if (!keepsOpen) socket.end();
});
socket.on("error", (error) => { console.log(error.code); process.exit(1); });
socket.on("end", () => { process.stdout.write(said, () => process.exit(0)); });
socket.write(header);
`;

export interface Speech {
  readonly header?: string;
  /** What follows the gate's refs. */
  readonly request: Buffer | string;
  readonly path?: string;
  /** The connection stays open after the request, as git's own does. */
  readonly keepsOpen?: boolean;
}

/** Speaks to a socket of the gate by hand, from inside; resolves with all that it said. */
export async function speakToGate(
  sandbox: Pick<TestSandbox, "run">,
  { header = "receive-pack \n", path = "/run/agent-sandbox-gate/socket", ...speech }: Speech,
): Promise<string> {
  const request = Buffer.from(speech.request).toString("base64");
  const { keepsOpen = false } = speech;
  const words = JSON.stringify({ header, request, path, keepsOpen });
  const said = await sandbox.run("timeout", "20", "node", "--eval", SPEAK, words);
  return said.stdout + said.stderr;
}

export const FLUSH = "0000";

export function packet(text: string): string {
  return (text.length + 4).toString(16).padStart(4, "0") + text;
}

/** One line for each update, the first with what every git asks for (gitprotocol-pack(5)). */
export function commands(
  updates: readonly (readonly [old: string, wanted: string, ref: string])[],
  capabilities = "report-status side-band-64k",
): string {
  const lines = updates.map(([old, wanted, ref], index) =>
    packet(`${old} ${wanted} ${ref}${index === 0 ? `\0${capabilities}` : ""}`),
  );
  return lines.join("") + FLUSH;
}

/** A pack without objects: what is pushed is there already. */
export function emptyPack(): Buffer {
  const head = Buffer.from("PACK\0\0\0\u0002\0\0\0\0", "latin1");
  return Buffer.concat([head, createHash("sha1").update(head).digest()]);
}
