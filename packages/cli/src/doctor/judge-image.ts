import type { NpmAnswer } from "@agent-sandbox/engine-docker/image";
import type { ProgramFacts } from "@agent-sandbox/engine-docker";

import { age } from "../age.ts";
import { type Finding, ok, problem, warning } from "./finding.ts";

export interface BaseImageFacts {
  readonly name: string;
  readonly tag: string;
  /** Undefined where there is none. */
  readonly created: Date | undefined;
}

const MONTH_MS = 30 * 86_400_000;

export function judgeBaseImage({ name, tag, created }: BaseImageFacts, now: Date): Finding {
  const flag = tag === "latest" ? "" : ` --tag ${tag}`;
  const build = `agent-sandbox build-base${flag}`;
  if (created === undefined) return problem(`there is no image "${name}"`, `Build it: ${build}`);
  const old = age(created, now);
  if (now.getTime() - created.getTime() < MONTH_MS) return ok(`"${name}" is ${old} old`);
  return warning(
    `"${name}" is ${old} old: its agents and Debian's security fixes are as old`,
    `Build it again: ${build}, then agent-sandbox build in each workspace`,
  );
}

/** A program of the base image, and what the registry has. */
export function judgeProgram(
  name: string,
  program: ProgramFacts | undefined,
  latest: NpmAnswer,
): Finding {
  const { status, said } = program ?? ABSENT;
  const version = /\d+\.\d+\.\d+[-\w.+]*/.exec(said)?.[0];
  if (status !== 0 || version === undefined) {
    return problem(
      `"${name} --version" does not work in the base image: ${said}`,
      "Build it again: agent-sandbox build-base",
    );
  }
  return judgeVersion(version, latest);
}

const ABSENT: ProgramFacts = { status: 127, said: "it was not found" };

function judgeVersion(version: string, latest: NpmAnswer): Finding {
  if (latest.kind !== "version") {
    return ok(`${version}; whether there is a newer one, npm does not say`);
  }
  if (!isNewer(latest.version, version)) return ok(`${version}, npm's latest`);
  return warning(
    `${version}; npm has ${latest.version}`,
    "Build the base image again: agent-sandbox build-base, then agent-sandbox build",
  );
}

function isNewer(version: string, than: string): boolean {
  return version.localeCompare(than, "en", { numeric: true }) > 0;
}

export interface WorkspaceImageFacts {
  readonly name: string;
  /** Undefined where there is no image. */
  readonly isOnBase: boolean | undefined;
}

export function judgeWorkspaceImage({ name, isOnBase }: WorkspaceImageFacts): Finding {
  if (isOnBase === undefined) {
    return warning(`there is no image "${name}" yet`, "Build it: agent-sandbox build");
  }
  if (isOnBase) return ok(`"${name}" stands on the base image as it is now`);
  return warning(
    `"${name}" stands on another base image than the one that is there now`,
    "Build it again: agent-sandbox build, then agent-sandbox restart",
  );
}
