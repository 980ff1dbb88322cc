// Looks for what must not be committed: the name of a package registry's host (npm's and apt's own
// configuration know it, so that a mirror works by itself), a path of this machine, and comments
// that switch a check off. Usage: node scripts/checks/text.ts [DIRECTORY]
import { execFileSync } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { join, resolve } from "node:path";

interface Forbidden {
  readonly text: string;
  readonly reason: string;
}

const directory = resolve(process.argv[2] ?? join(import.meta.dirname, "..", ".."));

function output(command: string, ...args: readonly string[]): string {
  try {
    return execFileSync(command, args, {
      cwd: directory,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
  } catch {
    return "";
  }
}

/** npm's registry as configured here, and as npm comes. */
function npmRegistries(): readonly string[] {
  const asItComes = ["--userconfig", "/dev/null", "--globalconfig", "/dev/null"];
  return [
    output("npm", "config", "get", "registry"),
    output("env", "-u", "npm_config_registry", "npm", "config", "get", "registry", ...asItComes),
  ];
}

function debianMirrors(): readonly string[] {
  return output("apt-get", "indextargets", "--format", "$(SITE)").split("\n");
}

/** The host's name and its parent domain: a sibling such as a web site is as telling. */
function hostNames(url: string): readonly string[] {
  const host = URL.canParse(url.trim()) ? new URL(url.trim()).hostname : "";
  if (!host.includes(".") || /^[\d.]+$|:/.test(host)) return [];
  return [host, host.split(".").slice(-2).join(".")];
}

function forbidden(): readonly Forbidden[] {
  const registries = [...npmRegistries(), ...debianMirrors()].flatMap(hostNames);
  // In a sandbox of its own the checkout lies under /workspace, which every document names.
  const paths = [directory, homedir()].filter((path) => !/^\/(root|workspace\/.*)?$/.test(path));
  // In two parts, or this file would find itself.
  const switches = ["eslint-" + "disable", "@ts-" + "ignore", "@ts-" + "nocheck"];
  return [
    ...[...new Set(registries)].map((text) => ({ text, reason: "a package registry's host" })),
    ...paths.map((text) => ({ text: `${text}/`, reason: "a path of this machine" })),
    ...switches.map((text) => ({ text, reason: "switches a check off" })),
  ];
}

function findings(file: string, rules: readonly Forbidden[]): readonly string[] {
  const lines = readFileSync(join(directory, file), "utf8").split("\n");
  return lines.flatMap((line, index) =>
    rules
      .filter(({ text }) => line.includes(text))
      .map(({ text, reason }) => `${file}:${index + 1}: "${text}" is ${reason}`),
  );
}

const rules = forbidden();
const files = output("git", "ls-files", "--cached", "--others", "--exclude-standard")
  .split("\n")
  .filter((file) => statSync(join(directory, file), { throwIfNoEntry: false })?.isFile() === true);
const found = files.flatMap((file) => findings(file, rules));

for (const line of found) console.error(line);
if (files.length === 0)
  console.error(`Cannot list the files of "${directory}": git does not answer`);
else
  console.log(
    `${files.length} files, ${rules.length} texts that must not be there: ${found.length} found`,
  );
process.exitCode = found.length > 0 || files.length === 0 ? 1 : 0;
