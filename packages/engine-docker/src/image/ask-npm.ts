import { type CommandEnd, type CommandOptions, runCommand } from "./run-command.ts";

/** What npm answered: a version, "unknown" (the registry has no such thing), or no answer at all. */
export type NpmAnswer =
  | { readonly kind: "version"; readonly version: string }
  | { readonly kind: "unknown" }
  | { readonly kind: "silent"; readonly reason: string };

const TIMEOUT = 60_000;
// npm's own retries would add up to minutes on a closed network.
const PATIENCE = ["--fetch-retries=0", "--fetch-timeout=45000"];

/**
 * The highest version that a spec (`name@latest`, `name@24`) stands for. Goes through npm itself, so
 * that its registry, proxy, credentials and certificates apply. Rejects only when aborted.
 */
export async function askNpmVersion(
  spec: string,
  options: Omit<CommandOptions, "timeout">,
): Promise<NpmAnswer> {
  const end = await runCommand(["npm", "view", spec, "version", "--json", ...PATIENCE], {
    ...options,
    timeout: TIMEOUT,
  });
  return end.status === 0 ? readVersion(end.stdout) : readFailure(end);
}

/** The registry that npm is configured for, when that is not npm's own default; else undefined. */
export async function askNpmRegistry(
  options: Omit<CommandOptions, "timeout">,
): Promise<string | undefined> {
  const ask = ["npm", "config", "get", "registry"] as const;
  const unconfigured = Object.fromEntries(
    Object.entries(options.env).filter(([name]) => !/^npm_config_/i.test(name)),
  );
  const nowhere = ["--userconfig=/dev/null", "--globalconfig=/dev/null/none"];
  const [own, configured] = await Promise.all([
    runCommand([...ask, ...nowhere], { ...options, env: unconfigured, timeout: TIMEOUT }),
    runCommand([...ask], { ...options, timeout: TIMEOUT }),
  ]);
  const registry = configured.stdout.trim();
  return own.status !== 0 || configured.status !== 0 || registry === own.stdout.trim()
    ? undefined
    : registry;
}

function readVersion(stdout: string): NpmAnswer {
  const found: unknown = stdout.trim() === "" ? [] : JSON.parse(stdout);
  const versions = (Array.isArray(found) ? found : [found]).filter(
    (item) => typeof item === "string",
  );
  const version = versions.sort(byVersion).at(-1);
  return version === undefined ? { kind: "unknown" } : { kind: "version", version };
}

function byVersion(a: string, b: string): number {
  return a.localeCompare(b, "en", { numeric: true });
}

function readFailure({ stdout, stderr, failure }: CommandEnd): NpmAnswer {
  const said = `${stdout}\n${stderr}`;
  if (/\bE404\b|\bETARGET\b|\bENOVERSIONS\b/.test(said)) return { kind: "unknown" };
  if (failure !== undefined) return { kind: "silent", reason: failure.message };
  const summary = /"summary": "(.*)"/.exec(stdout)?.[1] ?? stderr.trim().split("\n").at(0);
  return { kind: "silent", reason: summary ?? "npm failed" };
}
