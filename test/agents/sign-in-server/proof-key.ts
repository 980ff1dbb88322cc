import { createHash } from "node:crypto";

/** What the browser is given to bring back: it holds the challenge that the program has to prove. */
const CODE = "code-for-";

/** RFC 7636: whether who brings the code is who asked for it. */
export function isProven(code: unknown, verifier: unknown): boolean {
  return code === `${CODE}${challengeOf(String(verifier))}`;
}

/** RFC 7636, S256. */
export function challengeOf(verifier: string): string {
  return createHash("sha256").update(verifier).digest("base64url");
}
