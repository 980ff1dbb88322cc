import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { cliOk } from "../support/cli.ts";
import { makeWorkspace, type Workspace } from "../support/workspace.ts";

export interface TrustingOptions {
  readonly owner: number;
  /** The certificate of the CA that is trusted, in PEM. */
  readonly authority: string;
  readonly config: unknown;
}

/**
 * A workspace whose image trusts an authority of the tests' own, as `build-base --ca-bundle` makes a
 * base image trust one: the certificate lies at the same place and the same program takes it in.
 */
export async function makeTrustingWorkspace(options: TrustingOptions): Promise<Workspace> {
  const { owner, authority, config } = options;
  const workspace = await makeWorkspace({ owner, config });
  const file = join(workspace.path, ".agent-sandbox/Dockerfile");
  const certificate = Buffer.from(authority).toString("base64");
  const trust = `RUN mkdir -p /usr/local/share/ca-certificates/agent-sandbox \\
 && echo ${certificate} | base64 --decode > /usr/local/share/ca-certificates/agent-sandbox/test.crt \\
 && update-ca-certificates
`;
  const lines = readFileSync(file, "utf8");
  writeFileSync(
    file,
    lines.replace(/^USER root$/m, (line) => `${line}\n${trust}`),
  );
  await cliOk(["build", workspace.path, "--trust"]);
  return workspace;
}
