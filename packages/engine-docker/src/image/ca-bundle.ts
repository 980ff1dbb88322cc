import { X509Certificate } from "node:crypto";
import { readFile } from "node:fs/promises";
import { SandboxError } from "@agent-sandbox/core";
import type { ContextFile } from "./pack-context.ts";

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[\s\S]*?-----END CERTIFICATE-----/g;

const VARIABLES = ["AGENT_SANDBOX_CA_BUNDLE", "NODE_EXTRA_CA_CERTS", "SSL_CERT_FILE"] as const;

/** Where the bundle is when no option names one: the first of these variables that is set. */
export function caBundlePath(env: NodeJS.ProcessEnv): string | undefined {
  return VARIABLES.map((name) => env[name]).find((path) => path !== undefined && path !== "");
}

/**
 * The certificates of a PEM bundle as files of a build context, `ca-bundle/001.crt` and on, each
 * once: update-ca-certificates(8) wants one a file. Warns of expired ones.
 *
 * Fails with CONFIG_INVALID when the file cannot be read or holds anything but certificates.
 */
export async function caBundleFiles(
  path: string,
  warn: (message: string) => void,
): Promise<readonly ContextFile[]> {
  const text = await readFile(path, "utf8").catch((cause: unknown) => {
    throw invalid(path, "it cannot be read", cause);
  });
  const found = text.match(CERTIFICATE) ?? [];
  if (found.length === 0) throw invalid(path, "it holds no certificate");
  const unique = new Map(
    found
      .map((pem, index) => ({ pem, certificate: parse(path, index + 1, pem) }))
      .map((entry) => [entry.certificate.fingerprint256, entry]),
  );
  warnOfExpired(
    path,
    [...unique.values()].map(({ certificate }) => certificate),
    warn,
  );
  return [...unique.values()].map(({ pem }, index) => ({
    path: `ca-bundle/${String(index + 1).padStart(3, "0")}.crt`,
    content: `${pem}\n`,
  }));
}

function parse(path: string, position: number, pem: string): X509Certificate {
  try {
    return new X509Certificate(pem);
  } catch (cause) {
    throw invalid(path, `its certificate ${String(position)} is broken`, cause);
  }
}

// One line for all: a system's own bundle always holds a few.
function warnOfExpired(
  path: string,
  certificates: readonly X509Certificate[],
  warn: (message: string) => void,
): void {
  const now = new Date();
  const names = certificates
    .filter(({ validToDate }) => validToDate <= now)
    .map(({ subject }) => `"${subject.split("\n").at(-1) ?? ""}"`);
  if (names.length === 0) return;
  warn(`"${path}" holds ${String(names.length)} expired certificates: ${names.join(", ")}`);
}

function invalid(path: string, state: string, cause?: unknown): SandboxError {
  return new SandboxError("CONFIG_INVALID", `Cannot use the CA bundle "${path}": ${state}`, {
    hint: "Give a file of PEM certificates with --ca-bundle, or unset AGENT_SANDBOX_CA_BUNDLE, NODE_EXTRA_CA_CERTS and SSL_CERT_FILE",
    cause,
  });
}
