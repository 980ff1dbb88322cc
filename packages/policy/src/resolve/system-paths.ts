import type { EngineName } from "./resolved-policy.ts";

/** What programs cannot start without: loader, libraries, certificates, names of users and hosts. */
const READABLE: readonly string[] = [
  "/bin",
  "/lib",
  "/lib32",
  "/lib64",
  "/libx32",
  "/sbin",
  "/usr",
  "/etc/alternatives",
  "/etc/ca-certificates",
  "/etc/group",
  "/etc/hosts",
  "/etc/ld.so.cache",
  "/etc/ld.so.conf",
  "/etc/ld.so.conf.d",
  "/etc/localtime",
  "/etc/nsswitch.conf",
  "/etc/os-release",
  "/etc/passwd",
  "/etc/resolv.conf",
  "/etc/ssl/certs",
];

/** Devices that hold nothing of the host's. */
const DEVICES: readonly string[] = ["full", "null", "random", "tty", "urandom", "zero"];

/** In docker, what the image keeps for the agents; their credentials have patterns of their own. */
const AGENTS: readonly string[] = ["~/.claude", "~/.claude.json", "~/.codex"];

/** What each engine has of its own, besides the workspace. */
export function systemPaths(
  engine: EngineName,
  temp: string,
): Readonly<Record<"ro" | "rw", readonly string[]>> {
  const devices = DEVICES.map((name) => `/dev/${name}`);
  return {
    ro: engine === "virtual" ? [] : READABLE,
    rw: [...devices, ...(engine === "bwrap" ? [] : [temp]), ...(engine === "docker" ? AGENTS : [])],
  };
}
