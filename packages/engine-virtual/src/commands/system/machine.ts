import type { Invocation } from "../command.ts";

/** What this system says of itself: nothing of the machine that it runs on. */
export const MACHINE = {
  kernel: "Linux",
  release: "6.1.0-virtual",
  version: "#1 SMP",
  hardware: "x86_64",
  system: "GNU/Linux",
} as const;

export const hostOf = ({ env }: Invocation): string => env.get("HOSTNAME") ?? "sandbox";
