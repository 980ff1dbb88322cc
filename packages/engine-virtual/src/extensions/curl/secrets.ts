import { CurlFailure } from "./curl-failure.ts";

/** Where a secret would be sent. */
export interface SecretUse {
  readonly host: string;
  readonly port: number;
  readonly protocol: "http:" | "https:";
}

/** The value of a secret for one host; undefined where there is none for it. */
export type SecretGiver = (
  name: string,
  use: SecretUse,
) => string | undefined | Promise<string | undefined>;

const REFERENCE = /(?<![\w.-])secret:([A-Za-z_]\w*)/g;

export function namesSecret(text: string): boolean {
  return text.search(REFERENCE) !== -1;
}

/** A text with the values of the secrets that it names. */
export async function withSecrets(
  text: string,
  { giver, use }: { readonly giver: SecretGiver | undefined; readonly use: SecretUse },
): Promise<string> {
  const parts: string[] = [];
  let at = 0;
  for (const found of text.matchAll(REFERENCE)) {
    const [whole, name = ""] = found;
    const value = await giver?.(name, use);
    if (value === undefined)
      throw new CurlFailure(2, `there is no secret "${name}" for ${use.host}`);
    parts.push(text.slice(at, found.index), value);
    at = found.index + whole.length;
  }
  return parts.join("") + text.slice(at);
}
