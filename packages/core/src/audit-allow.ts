import { auditText } from "./audit-text.ts";
import type { AboutAllow } from "./audit.ts";

const NAME_LENGTH = 100;

/** Who opens what, fit to be recorded: each text one line, and bounded. */
export function aboutAllow({ target, user, branch, ...rest }: AboutAllow): AboutAllow {
  return {
    ...rest,
    target: auditText(target),
    user: auditText(user, NAME_LENGTH),
    ...(branch !== undefined && { branch: auditText(branch) }),
  };
}
