import { SandboxError } from "@agent-sandbox/core";
import type Docker from "dockerode";
import { dockerFailure, isDiskFull } from "../failures.ts";
import { BuildOutput, type BuildStep, FailedStep } from "./build-output.ts";
import { type ContextFile, packContext } from "./pack-context.ts";
import { readMessages } from "./read-messages.ts";

export interface BuildRequest {
  /** The directory that holds the Dockerfile. */
  readonly context: string;
  readonly extraFiles?: readonly ContextFile[];
  /** Files at the top of it that the build does not get. */
  readonly leftOut?: readonly string[];
  /** `name:tag`. */
  readonly tag: string;
  readonly buildArgs: Readonly<Record<string, string>>;
  readonly labels: Readonly<Record<string, string>>;
  readonly onStep: (step: BuildStep) => void;
}

/**
 * Builds an image and resolves to its id. Uses the classic builder (docs/decisions/0003). Leaves no
 * container behind, whether it ends, fails or is aborted.
 *
 * Fails with IMAGE_BUILD_FAILED, whose detail is the failing step's own output; DISK_FULL; ENGINE_UNAVAILABLE;
 * INTERRUPTED.
 */
export async function buildImage(
  docker: Docker,
  request: BuildRequest,
  signal: AbortSignal,
): Promise<string> {
  const output = new BuildOutput(request.onStep);
  try {
    const stream = await startBuild(docker, request, signal);
    let id: string | undefined;
    for await (const { stream: text, aux, error } of readMessages(stream, signal)) {
      if (error !== undefined) throw output.failure(error);
      if (text !== undefined) output.read(text);
      id = aux?.ID ?? id;
    }
    if (id !== undefined) return id;
    throw output.failure("the builder ended without an image");
  } catch (error) {
    throw buildFailure(request.tag, error, signal);
  }
}

async function startBuild(
  docker: Docker,
  request: BuildRequest,
  signal: AbortSignal,
): Promise<NodeJS.ReadableStream> {
  signal.throwIfAborted();
  const context = await packContext(request.context, request.extraFiles ?? [], request.leftOut);
  try {
    return await docker.buildImage(context, {
      t: request.tag,
      buildargs: { ...request.buildArgs },
      labels: { ...request.labels },
      rm: true,
      // Without it a failed or aborted build leaves a container without a label.
      forcerm: true,
      abortSignal: signal,
    });
  } catch (error) {
    context.destroy();
    throw error;
  }
}

function buildFailure(tag: string, error: unknown, signal: AbortSignal): SandboxError {
  const action = `build the image "${tag}"`;
  if (signal.aborted) return dockerFailure(action, signal.reason);
  if (error instanceof FailedStep) return stepFailure(action, error);
  const failure = dockerFailure(action, error);
  // The daemon's refusal of the Dockerfile itself: it failed before its first step.
  return failure.code === "ENGINE_FAILED"
    ? new SandboxError("IMAGE_BUILD_FAILED", failure.message, { cause: error })
    : failure;
}

function stepFailure(action: string, failed: FailedStep): SandboxError {
  if ([failed.message, ...failed.output].some(isDiskFull)) {
    return dockerFailure(action, new Error("no space left on device", { cause: failed }));
  }
  const { step } = failed;
  const details = { detail: failed.output.join("\n"), cause: failed };
  if (step === undefined) {
    return new SandboxError("IMAGE_BUILD_FAILED", `Cannot ${action}: ${failed.message}`, details);
  }
  const status = /returned a non-zero code: (\d+)/.exec(failed.message)?.[1];
  const state = status === undefined ? failed.message : `it ended with status ${status}`;
  return new SandboxError(
    "IMAGE_BUILD_FAILED",
    `Cannot ${action}: step ${String(step.index)} of ${String(step.total)} failed, "${brief(step.instruction)}": ${state}`,
    details,
  );
}

function brief(instruction: string): string {
  const line = instruction.replace(/\s+/g, " ");
  return line.length > 100 ? `${line.slice(0, 100)}…` : line;
}
