import { readFile } from "node:fs/promises";
import { join } from "node:path";

import {
  type AgentName,
  CREDENTIAL_FILES,
  type VolumeFile,
  type WantedFile,
} from "@agent-sandbox/core";
import {
  type HostCredentials,
  legacyProfile,
  mergeJson,
  mergeToml,
  profileFile,
} from "@agent-sandbox/host/agents";

import { assetsDirectory } from "../assets.ts";

/** Every file that is looked at before anything is written. */
export const LOOKED_AT: Readonly<Record<AgentName, readonly string[]>> = {
  claude: ["settings.json", "CLAUDE.md", ".claude.json", ...CREDENTIAL_FILES.claude],
  codex: ["config.toml", "high.config.toml", "AGENTS.md", ...CREDENTIAL_FILES.codex],
};

interface Sources {
  readonly found: ReadonlyMap<string, VolumeFile>;
  /** Those of the host, where they are to be copied. */
  readonly credentials: HostCredentials | undefined;
}

/** What an agent's volume should have: from `templates/agents/`, and the host's credentials. */
export async function wantedFiles(
  agent: AgentName,
  sources: Sources,
): Promise<readonly WantedFile[]> {
  const own = await WANTED[agent](sources);
  return [...own, ...credentialFiles(agent, sources)];
}

const WANTED = { claude: claudeFiles, codex: codexFiles };

async function codexFiles({ found }: Sources): Promise<readonly WantedFile[]> {
  const config = await template("config.toml");
  const theirs = found.get("config.toml");
  const high = profileFile(
    theirs?.kind === "file" ? theirs.content : "",
    PROFILE,
    await template(`${PROFILE}.config.toml`),
  );
  return [
    {
      name: "config.toml",
      fresh: config,
      existing: "keep",
      merge: (text) => mergeToml(text, config, { dropProfile: PROFILE }),
      warning: (text) => (legacyProfile(text, PROFILE) === undefined ? undefined : LEGACY),
    },
    {
      name: `${PROFILE}.config.toml`,
      fresh: high,
      existing: "keep",
      merge: (text) => mergeToml(text, high),
    },
    { name: "AGENTS.md", fresh: await template("AGENTS.md"), existing: "keep" },
  ];
}

const PROFILE = "high";
const LEGACY = `names the profile "${PROFILE}" itself, with which Codex refuses to use it; --force moves that into ${PROFILE}.config.toml`;

async function claudeFiles({ credentials }: Sources): Promise<readonly WantedFile[]> {
  const [settings, state] = [await template("settings.json"), await template("claude.json")];
  return [
    {
      name: "settings.json",
      fresh: settings,
      existing: "keep",
      merge: (theirs) => mergeJson(theirs, settings),
    },
    { name: "CLAUDE.md", fresh: await template("AGENTS.md"), existing: "keep" },
    // Without it Claude Code asks for a login that is there already.
    ...(credentials === undefined
      ? []
      : [
          {
            name: ".claude.json",
            fresh: state,
            existing: "merge" as const,
            merge: (theirs: string) => mergeJson(theirs, state),
          },
        ]),
  ];
}

function credentialFiles(agent: AgentName, { credentials }: Sources): readonly WantedFile[] {
  const [login] = CREDENTIAL_FILES[agent];
  return [...(credentials ?? [])].map(([name, fresh]) => ({
    name,
    fresh,
    existing: name === login ? "overwrite" : "keep",
  }));
}

async function template(name: string): Promise<string> {
  return await readFile(join(assetsDirectory(), "templates", "agents", name), "utf8");
}
