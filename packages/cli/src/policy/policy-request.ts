import { resolve } from "node:path";

import { lookAtPath } from "@agent-sandbox/agent-hook";
import { SandboxError } from "@agent-sandbox/core";
import type { PolicyRequest, PolicyTest } from "@agent-sandbox/policy";

/** What is asked of a policy, as people write it. */
export type Question = Pick<PolicyTest, "operation" | "target">;

/** Where a question starts. */
export interface Standpoint {
  /** The directory that relative paths start at. */
  readonly directory: string;
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** The question with the facts that it needs. Fails with USAGE where it names no port. */
export function policyRequest({ operation, target }: Question, at: Standpoint): PolicyRequest {
  switch (operation) {
    case "exec":
      return { operation, program: target };
    case "connect":
      return { operation, ...hostAndPort(target) };
    case "env":
      return { operation, name: target, value: at.env[target] };
    case "tool":
      return { operation, ...toolAndArgument(target) };
    default:
      return { operation, target: lookAtPath(absolute(target, at), operation) };
  }
}

/** Dots stay in it: they are judged as they are written. */
function absolute(path: string, { directory, home }: Standpoint): string {
  if (path === "~" || path.startsWith("~/")) return `${home}${path.slice(1)}`;
  return path.startsWith("/") ? path : `${resolve(directory)}/${path}`;
}

/** `example.com:443`; without a port, that of HTTPS. */
function hostAndPort(target: string): { readonly host: string; readonly port: number } {
  const [, host = target, port = "443"] = /^(.+?):(\d{1,5})$/.exec(target) ?? [];
  if (Number(port) >= 1 && Number(port) <= 65_535) return { host, port: Number(port) };
  throw new SandboxError("USAGE", `Cannot ask for "${target}": ${port} is not a port`, {
    hint: "Write it as example.com:443",
  });
}

/** `Bash(git push)` is the tool and what it is called with. */
function toolAndArgument(target: string) {
  const [, tool = target, argument] = /^([^(]+)\((.*)\)$/s.exec(target) ?? [];
  return { tool, argument };
}
