import type { Outcome } from "./bash-batch.ts";
import { told } from "./told.ts";

export function areAlike(bash: Outcome, virtual: Outcome): boolean {
  return bash.status === virtual.status && told(bash) === told(virtual);
}
