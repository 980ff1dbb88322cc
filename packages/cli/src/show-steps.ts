import type { Progress } from "@agent-sandbox/core";
import type { BuildStep } from "@agent-sandbox/engine-docker/image";
import * as ux from "@oclif/core/ux";

/** Shows the steps of a build until disposed. */
export interface ShownSteps extends Disposable {
  readonly onStep: (step: BuildStep) => void;
}

/** What a step's line has room for. */
const WIDTH = 60;

/** On a terminal one line that moves, elsewhere (and in CI logs) a line for each step. */
export function showSteps(title: string, say: Progress): ShownSteps {
  if (!process.stderr.isTTY) {
    say(title);
    return {
      onStep: (step) => {
        say(`  ${describe(step)}`);
      },
      [Symbol.dispose]: () => undefined,
    };
  }
  ux.action.start(title);
  return {
    onStep: (step) => {
      ux.action.status = describe(step);
    },
    [Symbol.dispose]() {
      ux.action.stop();
    },
  };
}

function describe({ index, total, instruction, cached }: BuildStep): string {
  const line = instruction.replaceAll(/\s+/g, " ");
  const short = line.length > WIDTH ? `${line.slice(0, WIDTH)}…` : line;
  return `${index.toString()}/${total.toString()} ${short}${cached ? " (cached)" : ""}`;
}
