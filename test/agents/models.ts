import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { docker } from "../support/docker.ts";
import { type Internet, openInternet } from "../support/internet.ts";
import { TEST_IMAGE, until } from "../support/sandbox-image.ts";
import { type Step, STEPS } from "./model-server/step.ts";

export const MODELS_HOST = "models.example";
/** The keys that the server lets in, each at its own API. */
export const KEYS = { claude: "claude-key-4711", codex: "codex-key-0815" };

/** What a request to the models brought. */
export interface ModelRequest {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly results: readonly string[];
}

/** A server of models on an internet of the tests' own, behind TLS that a CA of the tests' own signs. */
export interface Models extends AsyncDisposable {
  readonly internet: Internet;
  /** The CA's certificate, in PEM. */
  readonly authority: string;
  readonly requests: () => Promise<readonly ModelRequest[]>;
}

/** Whoever prompts says what the model does: the server knows no scenes of its own. */
export function promptFor(...steps: readonly Step[]): string {
  return `Do what is to be done.\n${STEPS}${JSON.stringify(steps)}`;
}

/** Set up under a label of the test file's own. */
export async function openModels(label: string): Promise<Models> {
  const internet = await openInternet(label);
  const certificates = makeCertificates();
  const id = await docker([
    ...["create", "--label", label, "--user", "root", "--network", internet.network],
    ...["--entrypoint", "node", TEST_IMAGE, "/models/serve.ts", "/models"],
  ]);
  await docker(["cp", `${join(import.meta.dirname, "model-server")}/.`, `${id}:/models`]);
  await docker(["cp", `${certificates}/.`, `${id}:/models`]);
  await docker(["start", id]);
  await until(async () => (await docker(["logs", id])).includes("listening"));
  const format = "{{range .NetworkSettings.Networks}}{{.IPAddress}}{{end}}";
  await internet.setName(MODELS_HOST, await docker(["inspect", "--format", format, id]));
  return {
    internet,
    authority: readFileSync(join(certificates, "ca.crt"), "utf8"),
    requests: async () => {
      const lines = await docker(["exec", id, "sh", "-c", "cat /models/requests 2>/dev/null; :"]);
      return lines
        .split("\n")
        .filter(Boolean)
        .map((line) => JSON.parse(line) as ModelRequest);
    },
    async [Symbol.asyncDispose]() {
      rmSync(certificates, { recursive: true, force: true });
      await internet.close();
    },
  };
}

/** A directory with a CA, and the server's certificate and key. */
function makeCertificates(): string {
  const directory = mkdtempSync(join(tmpdir(), "agent-sandbox-test-"));
  const openssl = (...args: readonly string[]) => {
    execFileSync("openssl", args, { cwd: directory, stdio: "ignore" });
  };
  const key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"];
  openssl(
    ...["req", "-x509", ...key, "-days", "2", "-subj", "/CN=Test CA"],
    ...["-keyout", "ca.key", "-out", "ca.crt", "-addext", "keyUsage=critical,keyCertSign"],
  );
  openssl(
    ...["req", ...key, "-subj", `/CN=${MODELS_HOST}`, "-keyout", "server.key", "-out", "request"],
  );
  writeFileSync(join(directory, "names"), `subjectAltName=DNS:${MODELS_HOST}\n`);
  openssl(
    ...["x509", "-req", "-in", "request", "-CA", "ca.crt", "-CAkey", "ca.key", "-CAcreateserial"],
    ...["-days", "2", "-extfile", "names", "-out", "server.crt"],
  );
  return directory;
}
