import { readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";

import { cliOk } from "../support/cli.ts";
import { TEST_IMAGE } from "../support/sandbox-image.ts";
import { docker, makeWorkspace, type Workspace } from "../support/workspace.ts";
import { MODELS_HOST, type Models } from "./models.ts";

/** An owner of the tests' own, and so volumes of the agents' configuration of the tests' own. */
const OWNER = 23_411;

/** Codex reads where its models are from its configuration alone. */
const CODEX_CONFIG = `openai_base_url = "https://${MODELS_HOST}/v1"\n`;

/**
 * A workspace whose image trusts the models' authority, as `build-base --ca-bundle` makes a base image
 * trust one: the certificate lies at the same place and the same program takes it in.
 */
export async function makeTrustingWorkspace(
  models: Models,
  /** Further lines of its Dockerfile, by its name. */
  more: (name: string) => string = () => "",
): Promise<Workspace> {
  const workspace = await makeWorkspace({ owner: OWNER, config: configFor(models) });
  const file = join(workspace.path, ".agent-sandbox/Dockerfile");
  const certificate = Buffer.from(models.authority).toString("base64");
  const trust = `RUN mkdir -p /usr/local/share/ca-certificates/agent-sandbox \\
 && echo ${certificate} | base64 --decode > /usr/local/share/ca-certificates/agent-sandbox/models.crt \\
 && update-ca-certificates
`;
  const lines = readFileSync(file, "utf8");
  writeFileSync(
    file,
    lines.replace(/^USER root$/m, (line) => `${line}\n${trust}${more(basename(workspace.path))}`),
  );
  await cliOk(["build", workspace.path]);
  await cliOk(["run", workspace.path, "--", "sh", "-c", "cat > ~/.codex/config.toml"], {
    input: CODEX_CONFIG,
  });
  return workspace;
}

function configFor({ internet }: Models) {
  return {
    filesystem: { protected: ["Makefile"] },
    environment: {
      allow: ["ANTHROPIC_API_KEY", "CODEX_API_KEY"],
      set: { ANTHROPIC_BASE_URL: `https://${MODELS_HOST}` },
    },
    network: { domains: [MODELS_HOST], dns: [internet.dns] },
    container: { network: internet.network, baseTag: TEST_IMAGE.split(":")[1] ?? "latest" },
  };
}

/** The volumes that go by the owner, once no sandbox has them. */
export function removeOwnerVolumes(): void {
  const names = ["claude-code", "codex"].map(
    (agent) => `agent-sandbox-${agent}-config-uid-${OWNER.toString()}`,
  );
  docker(["volume", "rm", "--force", ...names]);
}
