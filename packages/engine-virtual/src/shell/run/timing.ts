import type { Group, Pipeline } from "@agent-sandbox/shell-syntax";

/**
 * What `time` measures of a subshell alone is told by the subshell, as bash has it, and so goes where that
 * writes: `time (make) 2> log`.
 */
export function timedInside(pipeline: Pipeline): Pipeline {
  const [only, second] = pipeline.commands;
  if (pipeline.timing === undefined || only?.type !== "subshell" || second !== undefined) {
    return pipeline;
  }
  const { body, end, start } = only;
  const group: Group = { type: "group", body, redirections: [], start, end };
  const timed: Pipeline = { ...pipeline, negated: false, commands: [group] };
  const links = [{ after: undefined, pipeline: timed }];
  const statement = { type: "statement", links, background: false, start, end } as const;
  const subshell: Group = { ...only, body: { type: "script", statements: [statement] } };
  return { ...pipeline, timing: undefined, commands: [subshell] };
}

/** What is told of a time; nobody knows how much of it was the kernel's. */
export function timesText(milliseconds: number, timing: "bash" | "posix"): string {
  if (timing === "posix") {
    const text = (milliseconds / 1000).toFixed(2);
    return `real ${text}\nuser ${text}\nsys 0.00\n`;
  }
  const minutes = Math.floor(milliseconds / 60_000);
  const seconds = ((milliseconds % 60_000) / 1000).toFixed(3);
  return `\nreal\t${minutes}m${seconds}s\nuser\t${minutes}m${seconds}s\nsys\t0m0.000s\n`;
}
