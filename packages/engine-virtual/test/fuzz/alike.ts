import { askVirtualAt } from "./ask-virtual.ts";
import { askBashEach, type Outcome } from "./bash-batch.ts";
import { told } from "./told.ts";

export function areAlike(bash: Outcome, virtual: Outcome): boolean {
  return bash.status === virtual.status && told(bash) === told(virtual);
}

/** Whether bash and the virtual shell answer another script alike. */
export function areAlikeOn(script: string): boolean {
  return askBashEach([script]).every(({ cwd, outcome }) =>
    areAlike(outcome, askVirtualAt(cwd, script)),
  );
}

/** Whether bash answers another script as the virtual shell has answered its own. */
export function doesBashAnswer(script: string, virtual: Outcome): boolean {
  return askBashEach([script]).every(({ outcome }) => areAlike(outcome, virtual));
}
