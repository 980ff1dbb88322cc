import { isHostName } from "@agent-sandbox/policy";
import type { Environment } from "../state/directories.ts";
import { askNpm } from "./ask-npm.ts";
import { findNpm } from "./find-npm.ts";
import { readNpmSettings } from "./npm-settings.ts";

export interface NpmPorts {
  readonly env: Environment;
  readonly home: string;
  readonly stateDir: string;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly signal: AbortSignal;
}

/**
 * The host names of the registries that the user's own npm configuration gives, scoped ones
 * included, sorted. Where it gives none, npm is asked once. Registries at an address or on this
 * machine are left out: a sandbox reaches names only.
 */
export async function npmRegistryHosts(ports: NpmPorts): Promise<readonly string[]> {
  const npm = findNpm(ports.env);
  const settings = readNpmSettings({ ...ports, npm });
  const scoped = [...settings].filter(([key]) => /^@[^:]+:registry$/.test(key));
  const main = settings.get("registry") ?? (npm && (await askNpm({ ...ports, npm })));
  const urls = [main, ...scoped.map(([, url]) => url)];
  return [...new Set(urls.flatMap(hostOf))].sort();
}

function hostOf(url: string | undefined): readonly string[] {
  if (url === undefined || !URL.canParse(url)) return [];
  const host = new URL(url).hostname;
  return isHostName(host) ? [host] : [];
}
