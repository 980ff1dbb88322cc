import { type Step, STEPS } from "./model-server/step.ts";
import { openTlsServer, type TlsServer } from "./tls-server.ts";

export const MODELS_HOST = "models.example";
/** The keys that the server lets in, each at its own API. */
export const KEYS = { claude: "claude-key-4711", codex: "codex-key-0815" };

/** What a request to the models brought. */
export interface ModelRequest {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly results: readonly string[];
  readonly told: readonly string[];
}

export interface Models extends Omit<TlsServer, "requests"> {
  readonly requests: () => Promise<readonly ModelRequest[]>;
}

/** Whoever prompts says what the model does: the server knows no scenes of its own. */
export function promptFor(...steps: readonly Step[]): string {
  return `Do what is to be done.\n${STEPS}${JSON.stringify(steps)}`;
}

/** Set up under a label of the test file's own. */
export async function openModels(label: string): Promise<Models> {
  const server = await openTlsServer({ label, program: "model-server", names: [MODELS_HOST] });
  return {
    ...server,
    requests: async () => (await server.requests()).map((line) => JSON.parse(line) as ModelRequest),
  };
}
