import type { DecisionEvent } from "@agent-sandbox/core";

import { parseEvent } from "./container-events.ts";
import { textPart } from "./text-part.ts";

/** What a sandbox says was decided inside. */
export type ToldDecision = Omit<
  DecisionEvent,
  "event" | "eventId" | "engine" | "workspace" | "branch" | "runId"
>;

/**
 * The decision of a line of PID 1's (`base-image/README.md`); undefined where it is about none. What
 * a report holds was written by the agent's own user: it never says by itself who says so.
 */
export function toldDecision(line: string): ToldDecision | undefined {
  const event = parseEvent(line);
  if (event === undefined) return undefined;
  const suppressed: unknown = Reflect.get(event, "suppressed");
  const told = Object.hasOwn(TOLD, event.event) ? TOLD[event.event]?.(event) : undefined;
  if (told === undefined) return undefined;
  return { ...told, ...(typeof suppressed === "number" && { suppressed }) };
}

type Teller = (event: object) => ToldDecision;

const TRUSTED = { result: "blocked", trust: "trusted" } as const;

/** As the kernel's lists write them; at 127.0.0.11 is Docker's own resolver, which is always closed. */
const LOOPBACK = /^(?:127\.(?!0\.0\.11$)[\d.]+|(?:0000:){7}0001)$/;

const TOLD: Readonly<Record<string, Teller>> = {
  "network.refused": (event) => ({
    ...TRUSTED,
    operation: "connect",
    target: textPart(event, "name") ?? "",
    policy: "host-not-allowed",
    reason: `The name is not allowed (${textPart(event, "type") ?? "?"})`,
  }),
  "network.allowed": (event) => ({
    operation: "connect",
    target: textPart(event, "name") ?? "",
    result: "allowed",
    policy: "allowed-host",
    reason: `The name was looked up (${textPart(event, "type") ?? "?"})`,
    trust: "trusted",
  }),
  "connection.refused": (event) => {
    const address = textPart(event, "address") ?? "";
    const isLoopback = LOOPBACK.test(address);
    return {
      ...TRUSTED,
      operation: "connect",
      target: address,
      policy: isLoopback ? "localhost" : "address",
      reason: isLoopback
        ? "The sandbox's own loopback is closed"
        : "The firewall refused a connection to it",
    };
  },
  "mount.lost": (event) => {
    const goesOn = textPart(event, "action") === "warn";
    return {
      operation: "protect",
      target: textPart(event, "path") ?? "",
      result: goesOn ? "allowed" : "blocked",
      policy: "protection-lost",
      reason: goesOn
        ? "The mount that protects it is gone; the sandbox goes on without it"
        : "The mount that protects it is gone; the sandbox was ended",
      trust: "trusted",
    };
  },
  "sandbox.failed": (event) => ({
    ...TRUSTED,
    operation: "open",
    target: "sandbox",
    policy: "sandbox-failed",
    reason: textPart(event, "reason") ?? "",
  }),
  "events.suppressed": (event) => ({
    operation: "report",
    target: textPart(event, "of") ?? "",
    result: "blocked",
    policy: "events-suppressed",
    reason: "There were too many to record each",
    trust: "trusted",
  }),
  report: (event) => reported(textPart(event, "text") ?? ""),
};

/** A report's own words (`base-image/README.md`, "Reports"). */
function reported(text: string): ToldDecision {
  const report = objectIn(text);
  const part = (key: string) => (report === undefined ? undefined : textPart(report, key));
  const [operation, target, policy] = [part("operation"), part("target"), part("policy")];
  if (operation === undefined || target === undefined || policy === undefined) {
    return {
      ...{ operation: "report", target: text, result: "blocked", policy: "unreadable-report" },
      trust: "reported",
    };
  }
  const [agent, reason] = [part("agent"), part("reason")];
  return {
    ...(agent !== undefined && { agent }),
    ...{ operation, target, policy },
    // What cannot be read was not allowed.
    result: part("result") === "allowed" ? "allowed" : "blocked",
    ...(reason !== undefined && { reason }),
    trust: "reported",
  };
}

function objectIn(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
