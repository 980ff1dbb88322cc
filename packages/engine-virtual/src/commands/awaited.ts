import type { Running } from "./command.ts";

type Outcome<Value> = { readonly value: Value } | { readonly error: unknown };

/** What a promise gives, or its error; others run meanwhile. */
export function* awaited<Value>(promise: Promise<Value>): Running<Value> {
  let outcome: Outcome<Value> | undefined;
  const settled = promise.then(
    (value) => {
      outcome = { value };
    },
    (error: unknown) => {
      outcome = { error };
    },
  );
  for (;;) {
    yield settled;
    if (outcome !== undefined) return valueOf(outcome);
  }
}

function valueOf<Value>(outcome: Outcome<Value>): Value {
  if ("error" in outcome) throw outcome.error;
  return outcome.value;
}
