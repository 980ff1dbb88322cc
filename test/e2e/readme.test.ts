import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, delimiter, dirname, join } from "node:path";

import { afterAll, beforeAll, expect, it } from "@jest/globals";

import { CLI } from "../support/cli.ts";
import { openTerminal } from "../support/terminal.ts";
import { makeRepository, type Workspace } from "../support/workspace.ts";

interface Step {
  readonly command: string;
  readonly output: readonly string[];
}

const README = readFileSync(join(import.meta.dirname, "../../README.md"), "utf8");
/** The prompt of a shell in the sandbox, as the README shows it. */
const INSIDE = /^\[sandbox\] .* \$ /;

const blocks = [...README.matchAll(/^```console\n(.*?)^```$/gms)].map(([, block = ""]) =>
  block.trimEnd().split("\n"),
);

let workspace: Workspace;
let bin: string;

beforeAll(() => {
  workspace = makeRepository({ name: "shop" });
  workspace.host(
    `printf '#!/bin/sh\\necho "pre-commit: all checks passed"\\n' > .git/hooks/pre-commit
    chmod +x .git/hooks/pre-commit`,
  );
  bin = mkdtempSync(join(tmpdir(), "agent-sandbox-bin-"));
  symlinkSync(CLI, join(bin, "agent-sandbox"));
});

afterAll(async () => {
  rmSync(bin, { recursive: true, force: true });
  await workspace[Symbol.asyncDispose]();
});

const environment = () => ({
  ...process.env,
  NO_COLOR: "1",
  PATH: [bin, dirname(process.execPath), process.env["PATH"]].join(delimiter),
});

/** What the README shows, in its order; "…" stands for anything, and other lines may be between. */
function shown(lines: readonly string[]): RegExp {
  const name = basename(workspace.path);
  const patterns = lines
    .filter((line) => line !== "…")
    .map((line) => line.replaceAll(/\bshop\b/g, name))
    .map((line) => line.replaceAll(/[\\^$.*+?()[\]{}|/]/g, "\\$&").replaceAll("…", ".*"));
  return new RegExp(`^${patterns.join("$\\n(?:.*\\n)*?^")}$`, "m");
}

function stepsOf(lines: readonly string[]): readonly Step[] {
  const starts = lines.flatMap((line, index) => (line.startsWith("$ ") ? [index] : []));
  return starts.map((start, index) => ({
    command: lines[start]?.slice(2) ?? "",
    output: lines.slice(start + 1, starts[index + 1]),
  }));
}

function runOnHost({ command, output }: Step): void {
  const { stdout } = spawnSync("sh", ["-c", `exec 2>&1\n${command}`], {
    cwd: workspace.path,
    encoding: "utf8",
    env: environment(),
    timeout: 50_000,
  });
  expect(`$ ${command}\n${stdout}`).toMatch(shown([`$ ${command}`, ...output]));
}

/** A block that goes on inside: what follows each of the sandbox's prompts is typed there. */
async function typeInside([first = "", ...lines]: readonly string[]): Promise<void> {
  using terminal = openTerminal(`cd ${workspace.path} && ${first.slice(2)}`, {
    PATH: environment().PATH,
  });
  for (const [index, line] of lines.entries()) {
    const prompt = INSIDE.exec(line)?.[0];
    if (prompt === undefined) continue;
    await terminal.see(shown([...lines.slice(0, index), prompt.trimEnd()]));
    terminal.type(line.slice(prompt.length));
    terminal.press("Enter");
  }
  await terminal.see(shown(lines));
}

it("has a tour that starts with init and ends with stop", () => {
  const commands = blocks.flatMap(stepsOf).map(({ command }) => command);
  expect([commands[0], commands.at(-1)]).toEqual(["agent-sandbox init", "agent-sandbox stop"]);
});

it.each(blocks)("shows in its tour what happens at: %s", async (...lines) => {
  if (lines.some((line) => INSIDE.test(line))) await typeInside(lines);
  else stepsOf(lines).forEach(runOnHost);
});
