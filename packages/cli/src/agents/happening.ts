/** One thing that an agent told of its work. */
export type Happening =
  /** It said something to the person. */
  | { readonly kind: "said"; readonly text: string }
  /** It used a tool. */
  | { readonly kind: "did"; readonly text: string }
  /** Something went wrong. */
  | { readonly kind: "failed"; readonly text: string }
  /** Whoever it asks did not let it in. */
  | { readonly kind: "locked-out" };
