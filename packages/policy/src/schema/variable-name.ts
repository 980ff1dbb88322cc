import { exact } from "../match/fold.ts";
import { parseSegmentGlob } from "../match/segment-glob.ts";
import type { Parsed, Refusal } from "./refusal.ts";

/** Variables that act on a program before its own first line, PID 1 as root included. */
const STEERS_START = /^(LD_.*|BASH_ENV|ENV|SHELLOPTS|BASHOPTS|GCONV_PATH|GLIBC_TUNABLES)$/;

/** Why a sandbox's environment may not hold a variable of this name, or undefined. */
export function refuseVariableName(name: string): Refusal | undefined {
  if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) {
    return {
      refused: `${JSON.stringify(name)} is not the name of a variable`,
      hint: "Use letters, digits and underscores, with no digit in front",
    };
  }
  if (name.startsWith("AGENT_SANDBOX_")) {
    return {
      refused: `"${name}" is one of agent-sandbox's own variables`,
      hint: "Use the config key that it stands for",
    };
  }
  if (STEERS_START.test(name)) {
    return {
      refused: `"${name}" would also steer the sandbox's own set-up`,
      hint: `Set it for one command: agent-sandbox run -- env ${name}=… CMD`,
    };
  }
  return undefined;
}

/** What the sandbox has of its own, and could not work without. */
const SANDBOX_OWN = new Set(["HOME", "LOGNAME", "OLDPWD", "PATH", "PWD", "SHELL", "USER"]);

/** Why a variable of this name may not come from the host, or undefined. */
export function refuseHostVariable(name: string): Refusal | undefined {
  const [before = "", value] = name.split("=");
  if (value !== undefined) {
    // What follows may be a secret that was to be hidden.
    return {
      refused: `"${before}=…" has a value, and variables are handed in by their names`,
      hint: `Write "${before}", and set it where you start agent-sandbox`,
    };
  }
  if (name.includes("*")) {
    return {
      refused: `${JSON.stringify(name)} is a pattern, and variables are handed in by their names`,
      hint: "Write the name of each variable",
    };
  }
  if (SANDBOX_OWN.has(name)) {
    return {
      refused: `"${name}" says where things are on this machine, and the sandbox has its own`,
      hint: "Give it a value that fits inside with environment.set",
    };
  }
  return refuseVariableName(name);
}

/** A name of variables to keep out, `*` and `?` in it as in a file's name. */
export function parseVariableGlob(text: string): Parsed<string> {
  if (text === "" || /[\s=\0/]/.test(text)) {
    return {
      refused: `${JSON.stringify(text)} is not the name of a variable`,
      hint: 'Write a name, or a pattern such as "AWS_*"',
    };
  }
  const glob = parseSegmentGlob(text, exact);
  return "refused" in glob ? glob : { value: text };
}
