import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, delimiter, dirname, join } from "node:path";

import { afterAll, beforeAll, expect, it } from "@jest/globals";

import { CLI } from "../support/cli.ts";
import { openTerminal } from "../support/terminal.ts";
import { makeRepository, type Workspace } from "../support/workspace.ts";

const README = readFileSync(join(import.meta.dirname, "../../README.md"), "utf8");
/** The prompt of a shell in the sandbox, as the README shows it. */
const INSIDE = /^\[sandbox\] .* \$ /;

/** The lines of each block of the tour: commands after "$ ", and what they print. */
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

const path = () => [bin, dirname(process.execPath), process.env["PATH"]].join(delimiter);

/** What a line may look like; "…" stands for anything. */
function pattern(line: string): string {
  const named = line.trimEnd().replaceAll(/\bshop\b/g, basename(workspace.path));
  return named.replaceAll(/[\\^$.*+?()[\]{}|/]/g, "\\$&").replaceAll("…", ".*");
}

/** The lines in their order, with others between them. */
function shown(lines: readonly string[]): RegExp {
  const patterns = lines.filter((line) => line !== "…").map(pattern);
  return new RegExp(`^${patterns.join(" *\\n(?:.*\\n)*?")} *$`, "m");
}

/**
 * The same of one command and its output, whose lines may come in another order: Docker carries
 * output and errors apart.
 */
function shownInAnyOrder([command = "", ...output]: readonly string[]): RegExp {
  const each = output.filter((line) => line !== "…").map((line) => `(?=[^]*^${pattern(line)} *$)`);
  return new RegExp(`^${pattern(command)} *$${each.join("")}`, "m");
}

/** Each command with the lines that it prints. */
function byCommand(lines: readonly string[]): readonly (readonly string[])[] {
  const starts = lines.flatMap((line, index) => (line.startsWith("$ ") ? [index] : []));
  return starts.map((start, index) => lines.slice(start, starts[index + 1]));
}

/** Runs a command on the host; returns it with all that it printed. */
function onHost(line: string): string {
  const { stdout } = spawnSync("sh", ["-c", `exec 2>&1\n${line.slice(2)}`], {
    cwd: workspace.path,
    encoding: "utf8",
    env: { ...process.env, NO_COLOR: "1", PATH: path() },
    timeout: 120_000,
  });
  return `${line}\n${stdout}`;
}

/** Types what follows each of the sandbox's prompts in a terminal; returns what it shows at last. */
async function inside([first = "", ...lines]: readonly string[]): Promise<string> {
  using terminal = openTerminal(`cd ${workspace.path} && ${first.slice(2)}`, { PATH: path() });
  for (const [index, line] of lines.entries()) {
    const [prompt] = INSIDE.exec(line) ?? [];
    if (prompt === undefined) continue;
    await terminal.see(shown([...lines.slice(0, index), prompt]));
    terminal.type(line.slice(prompt.length));
    terminal.press("Enter");
  }
  await terminal.see(shown(lines));
  return `${first}\n${terminal.screen()}`;
}

it("has a tour that starts with init and ends with stop", () => {
  const commands = blocks.flat().filter((line) => line.startsWith("$ "));
  expect([commands[0], commands.at(-1)]).toEqual(["$ agent-sandbox init", "$ agent-sandbox stop"]);
});

it.each(blocks)("shows in its tour what really happens: %s", async (...lines) => {
  if (lines.some((line) => INSIDE.test(line))) {
    expect(await inside(lines)).toMatch(shown(lines));
    return;
  }
  for (const command of byCommand(lines)) {
    expect(onHost(command[0] ?? "")).toMatch(shownInAnyOrder(command));
  }
});
