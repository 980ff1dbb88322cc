import { type Preset, PRESET_GROUPS, PRESETS } from "@agent-sandbox/policy";

/** What each preset stands for. */
export function presetsSection(): string {
  const groups = Object.entries(PRESET_GROUPS).map(
    ([name, members]) => `| \`${name}\` | ${members.map(inCode).join(", ")} |`,
  );
  const presets = Object.entries<Preset>(PRESETS).map(
    ([name, preset]) => `| \`${name}\` | ${levels(preset)} |`,
  );
  return ["| preset | stands for |", "| --- | --- |", ...presets, ...groups].join("\n");
}

function levels(preset: Preset): string {
  return (["rw", "ro", "exclude"] as const)
    .flatMap((level) => {
      const paths = preset[level];
      return paths === undefined ? [] : [`${level} ${paths.map(inCode).join(", ")}`];
    })
    .join("; ");
}

function inCode(text: string): string {
  return `\`${text}\``;
}
