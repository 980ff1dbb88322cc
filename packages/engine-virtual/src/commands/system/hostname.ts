import type { Running } from "../command.ts";
import type { Call } from "../define-command.ts";
import { defineCommand } from "../define-command.ts";
import { CommandError } from "../options.ts";
import { hostOf } from "./machine.ts";

const OPTIONS = {
  domain: "-d --domain",
  full: "-f --fqdn --long",
  addresses: "-i -I --ip-address --all-ip-addresses",
  short: "-s --short",
} as const;

function* run({ invocation, options }: Call<keyof typeof OPTIONS>): Running<number> {
  yield;
  if (options.operands.length > 0) {
    throw new CommandError("it cannot be changed here");
  }
  if (options.has("addresses")) throw new CommandError("there is no network here");
  const host = hostOf(invocation);
  const [short = "", ...domain] = host.split(".");
  const shown = { domain: domain.join("."), full: host, short, addresses: "" };
  invocation.stdout.write(`${shown[options.last("domain", "full", "short") ?? "full"]}\n`);
  return 0;
}

export const hostname = defineCommand({
  name: "hostname",
  description: "Show the name of this system",
  usage: "[OPTION]",
  options: OPTIONS,
  run,
});
