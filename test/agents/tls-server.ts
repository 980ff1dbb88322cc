import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { docker } from "../support/docker.ts";
import { type Internet, openInternet } from "../support/internet.ts";
import { TEST_IMAGE, until } from "../support/sandbox-image.ts";

export interface TlsServerOptions {
  /** Of the test file's own: what is made carries it. */
  readonly label: string;
  /** The directory beside this file with its `serve.ts`. */
  readonly program: string;
  /** What it is called on its internet. */
  readonly names: readonly string[];
}

/** A server on an internet of the tests' own, behind TLS that a CA of the tests' own signs. */
export interface TlsServer extends AsyncDisposable {
  readonly internet: Internet;
  /** The CA's certificate, in PEM. */
  readonly authority: string;
  /** The lines that it wrote of its requests. */
  readonly requests: () => Promise<readonly string[]>;
}

export async function openTlsServer({
  label,
  program,
  names,
}: TlsServerOptions): Promise<TlsServer> {
  const internet = await openInternet(label);
  const certificates = makeCertificates(names);
  const id = await docker([
    ...["create", "--label", label, "--user", "root", "--network", internet.network],
    ...["--entrypoint", "node", TEST_IMAGE, "/server/serve.ts", "/server"],
  ]);
  await docker(["cp", `${join(import.meta.dirname, program)}/.`, `${id}:/server`]);
  await docker(["cp", `${certificates}/.`, `${id}:/server`]);
  await docker(["start", id]);
  await until(async () => (await docker(["logs", id])).includes("listening"));
  const format = "{{range .NetworkSettings.Networks}}{{.IPAddress}}{{end}}";
  const address = await docker(["inspect", "--format", format, id]);
  for (const name of names) await internet.setName(name, address);
  return {
    internet,
    authority: readFileSync(join(certificates, "ca.crt"), "utf8"),
    requests: async () => {
      const lines = await docker(["exec", id, "sh", "-c", "cat /server/requests 2>/dev/null; :"]);
      return lines.split("\n").filter(Boolean);
    },
    async [Symbol.asyncDispose]() {
      rmSync(certificates, { recursive: true, force: true });
      await internet.close();
    },
  };
}

/** A directory with a CA, and the server's certificate and key. */
function makeCertificates(names: readonly string[]): string {
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
    ...["req", ...key, "-subj", "/CN=Test server", "-keyout", "server.key", "-out", "request"],
  );
  const alternatives = names.map((name) => `DNS:${name}`).join(",");
  writeFileSync(join(directory, "names"), `subjectAltName=${alternatives}\n`);
  openssl(
    ...["x509", "-req", "-in", "request", "-CA", "ca.crt", "-CAkey", "ca.key", "-CAcreateserial"],
    ...["-days", "2", "-extfile", "names", "-out", "server.crt"],
  );
  return directory;
}
