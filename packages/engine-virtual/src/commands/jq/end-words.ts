import type { Container } from "./assembly.ts";

/** What is said where a container may not end. */
export interface EndWords {
  unmatched(token: string, innermost: Container | undefined): string;
  readonly element: string;
  readonly pair: string;
  readonly value: string;
}

export const WHOLE_WORDS: EndWords = {
  unmatched: (token) => `Unmatched '${token}'`,
  element: "Expected another array element",
  pair: "Expected another key-value pair",
  value: "Objects must consist of key:value pairs",
};

/** With `--stream` the parts are told of, and other words are said. */
export const STREAMED_WORDS: EndWords = {
  unmatched: (token, innermost) => {
    const place = innermost === undefined ? "at the top-level" : `in the middle of an ${innermost}`;
    return `Unmatched '${token}' ${place}`;
  },
  element: "Expected another array element",
  pair: "Expected another key:value pair",
  value: "Missing value in key:value pair",
};
