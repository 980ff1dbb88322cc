/** What a check came to: `problem` must be done something about, `warning` concerns only some. */
export type Verdict = "ok" | "warning" | "problem" | "skipped";

/** The judgement of one check. */
export interface Finding {
  readonly verdict: Verdict;
  /** What was found, one sentence without a full stop. */
  readonly message: string;
  /** What to do about it. */
  readonly hint?: string | undefined;
}

/** A finding with the name of its check. */
export interface NamedFinding extends Finding {
  readonly name: string;
}

export const ok = (message: string): Finding => ({ verdict: "ok", message });

export const skipped = (message: string): Finding => ({ verdict: "skipped", message });

export const warning = (message: string, hint: string): Finding => ({
  verdict: "warning",
  message,
  hint,
});

export const problem = (message: string, hint: string): Finding => ({
  verdict: "problem",
  message,
  hint,
});
