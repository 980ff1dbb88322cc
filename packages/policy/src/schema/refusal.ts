import * as z from "zod/mini";

/** Why a value is not taken: a sentence that continues after the key, and what to write instead. */
export interface Refusal {
  readonly refused: string;
  readonly hint?: string;
}

/** The normal form of a value, or why there is none. */
export type Parsed<T> = { readonly value: T } | Refusal;

/** A schema that brings what `input` accepts to its normal form by `parse`. */
export function parsedBy<Input, Output>(
  input: z.ZodMiniType<Input>,
  parse: (value: Input) => Parsed<Output>,
): z.ZodMiniType<Output> {
  const transform = z.transform((value: Input, context): Output => {
    const parsed = parse(value);
    if ("value" in parsed) return parsed.value;
    context.issues.push({
      code: "custom",
      message: parsed.refused,
      params: { hint: parsed.hint },
      input: value,
    });
    // zod drops what a transform with an issue returns; undefined would widen the output's type.
    return undefined as never;
  });
  return z.pipe(input, transform);
}

/** A schema that takes what `parse` can read, and keeps it as it is written. */
export function checkedBy<Input>(
  input: z.ZodMiniType<Input>,
  parse: (value: Input) => Parsed<unknown>,
): z.ZodMiniType<Input> {
  return parsedBy(input, (value): Parsed<Input> => {
    const parsed = parse(value);
    return "refused" in parsed ? parsed : { value };
  });
}
