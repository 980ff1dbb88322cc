import type { Engine } from "@agent-sandbox/core";

/** The same engine; `say` is called once a sandbox is open, before anything runs in it. */
export function sayingWhenOpen(engine: Engine, say: () => void): Engine {
  return {
    name: engine.name,
    describe: (plan) => engine.describe(plan),
    async open(plan, signal) {
      const sandbox = await engine.open(plan, signal);
      say();
      return sandbox;
    },
  };
}
