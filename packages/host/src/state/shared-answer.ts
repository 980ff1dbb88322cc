import { type ErrorCode, SandboxError } from "@agent-sandbox/core";

/** An answer as it is handed from one process to another. */
export type SharedAnswer = { readonly value: unknown } | { readonly error: SharedFailure };

interface SharedFailure {
  readonly code: ErrorCode;
  readonly message: string;
  readonly hint?: string | undefined;
  readonly detail?: string | undefined;
}

export function toAnswer(result: unknown): SharedAnswer {
  if (!(result instanceof SandboxError)) return { value: result };
  const { code, message, hint, detail } = result;
  return { error: { code, message, hint, detail } };
}

/** What an answer's file says: a result, or the error that it stands for. */
export function fromAnswer(answer: unknown): unknown {
  if (typeof answer !== "object" || answer === null) return undefined;
  if ("error" in answer && isFailure(answer.error)) {
    const { code, message, hint, detail } = answer.error;
    return new SandboxError(code, message, { hint, detail });
  }
  return "value" in answer ? answer.value : undefined;
}

function isFailure(value: unknown): value is SharedFailure {
  if (typeof value !== "object" || value === null) return false;
  const { code, message } = value as Partial<Record<keyof SharedFailure, unknown>>;
  return typeof code === "string" && typeof message === "string";
}
