import { cliOk } from "../support/cli.ts";
import { TEST_IMAGE } from "../support/sandbox-image.ts";
import { removeVolumes } from "../support/remove-volumes.ts";
import type { Workspace } from "../support/workspace.ts";
import { MODELS_HOST, type Models } from "./models.ts";
import { makeTrustingWorkspace } from "./trusting-workspace.ts";

/** An owner of the tests' own, and so volumes of the agents' configuration of the tests' own. */
const OWNER = 23_411;

/** Codex reads where its models are from its configuration alone. */
const CODEX_CONFIG = `openai_base_url = "https://${MODELS_HOST}/v1"\n`;

export interface ModelsWorkspaceOptions {
  readonly owner?: number;
  /** Further sections of its configuration. */
  readonly sections?: Readonly<Record<string, unknown>>;
}

/** A workspace whose agents ask the tests' own models; its owner's volumes go with it. */
export async function makeModelsWorkspace(
  models: Models,
  { owner = OWNER, sections }: ModelsWorkspaceOptions = {},
): Promise<Workspace> {
  const { authority } = models;
  const workspace = await makeTrustingWorkspace({
    ...{ owner, authority, config: { ...configFor(models), ...sections } },
  });
  await cliOk(["run", workspace.path, "--", "sh", "-c", "cat > ~/.codex/config.toml"], {
    input: CODEX_CONFIG,
  });
  return {
    ...workspace,
    async [Symbol.asyncDispose]() {
      await workspace[Symbol.asyncDispose]();
      await removeVolumes(`name=-config-uid-${owner.toString()}$`);
    },
  };
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
