import {
  SET_OPTIONS,
  SHOPT_OPTIONS,
} from "../../packages/engine-virtual/src/shell/shell-options.ts";

export function optionsText(): string {
  const set = Object.entries(SET_OPTIONS).map(([name, letter]) =>
    letter === undefined ? `\`-o ${name}\`` : `\`-${letter}\` (\`${name}\`)`,
  );
  const shopt = SHOPT_OPTIONS.map((name) => `\`${name}\``);
  return `\`set\`: ${set.join(", ")}.\n\n\`shopt\`: ${shopt.join(", ")}.`;
}
