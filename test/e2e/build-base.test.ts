// Builds the base image by the command line, as the quickstart does. What is cached is reused, so
// that only the certificate's build costs a minute.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";

import { cli, cliOk } from "../support/cli.ts";
import { docker } from "../support/workspace.ts";

const TAG = "e2e-build-base";
const IMAGE = `agent-sandbox-base:${TAG}`;

/** The operating-system layer that the first build has made. */
let osImage = "";

const scratch = mkdtempSync(join(tmpdir(), "agent-sandbox-test-"));

/** A certificate authority of the test's own, and a certificate of it for localhost. */
function makeCertificates(): void {
  const openssl = (...args: string[]) =>
    execFileSync("openssl", args, { cwd: scratch, stdio: "ignore" });
  const subject = (name: string) => ["-subj", `/CN=${name}`, "-days", "2", "-nodes"];
  openssl(
    "req",
    "-x509",
    "-newkey",
    "rsa:2048",
    ...subject("test authority"),
    "-keyout",
    "ca.key",
    "-out",
    "ca.pem",
  );
  openssl(
    "req",
    "-newkey",
    "rsa:2048",
    ...subject("localhost").slice(0, 2),
    "-nodes",
    "-keyout",
    "key.pem",
    "-out",
    "request.pem",
  );
  writeFileSync(join(scratch, "names"), "subjectAltName=DNS:localhost\n");
  openssl(
    "x509",
    "-req",
    "-in",
    "request.pem",
    "-CA",
    "ca.pem",
    "-CAkey",
    "ca.key",
    "-CAcreateserial",
    "-days",
    "2",
    "-extfile",
    "names",
    "-out",
    "cert.pem",
  );
}

beforeAll(makeCertificates);

afterAll(() => {
  rmSync(scratch, { recursive: true });
  const images = docker(["images", "--quiet", IMAGE]);
  if (images.length === 0) return;
  // What cleans a machine takes any base image for its helpers, the newest first: one of theirs may still run.
  const until = 'until docker rmi --force "$@"; do sleep 0.2; done';
  execFileSync("sh", ["-c", until, "sh", ...images], { stdio: "ignore", timeout: 60_000 });
});

describe("build-base", () => {
  it("bootstraps the operating system and reports what it built", async () => {
    const report = JSON.parse(await cliOk(["build-base", "--bootstrap", "--json"])) as {
      osImage: string;
    };
    osImage = report.osImage;
    expect(report).toMatchObject({
      image: "agent-sandbox-base:latest",
      osImage: expect.stringMatching(/^agent-sandbox-os:trixie-node24\./),
      sizeBytes: expect.any(Number),
      versions: {
        CLAUDE_CODE_VERSION: expect.stringMatching(/^\d+\.\d+\.\d+/),
        CODEX_VERSION: expect.stringMatching(/^\d+\.\d+\.\d+/),
      },
    });
  }, 600_000);

  it.each([
    "aggregate ast-grep claude codex curl delta dig fzf gh git gpg ip ipset iptables jq less man nano node npm rg sg sudo unzip vim",
  ])("holds %s, and they start", (programs) => {
    const script = `for p in ${programs}; do command -v "$p" > /dev/null || echo "missing: $p"; done
      claude --version; codex --version; sg --version; ast-grep --version; delta --version; gh --version`;
    const said = execFileSync(
      "docker",
      ["run", "--rm", "--entrypoint", "sh", "agent-sandbox-base:latest", "-ec", script],
      { encoding: "utf8" },
    );
    expect(said).not.toContain("missing");
    expect(said).toMatch(
      /Claude Code[\s\S]*codex[\s\S]*ast-grep[\s\S]*ast-grep[\s\S]*delta[\s\S]*gh version/,
    );
  });

  it("passes the git wrapper's own check inside the image", () => {
    const check = "/usr/local/lib/agent-sandbox/test-git-wrapper.sh";
    const run = ["run", "--rm", "--entrypoint", check, "agent-sandbox-base:latest"];
    expect(execFileSync("docker", run, { encoding: "utf8" })).toMatch(/\b0 failed/);
  });

  it("trusts what --ca-bundle names, in the build and in the image", async () => {
    const usual = process.env["NODE_EXTRA_CA_CERTS"] ?? process.env["SSL_CERT_FILE"];
    const bundle = join(scratch, "bundle.pem");
    const parts = [usual, join(scratch, "ca.pem")].flatMap((file) =>
      file === undefined ? [] : [readFileSync(file, "utf8")],
    );
    writeFileSync(bundle, parts.join("\n"));
    await cliOk(["build-base", "--tag", TAG, "--os-image", osImage, "--ca-bundle", bundle]);
    const server = `require("https").createServer({ key: fs.readFileSync("/tls/key.pem"),
      cert: fs.readFileSync("/tls/cert.pem") }, (_, r) => r.end("trusted\\n")).listen(4430)`;
    const script = `node -e '${server}' & sleep 1; curl -sS https://localhost:4430/
      node -e 'fetch("https://localhost:4430/").then((r) => r.text()).then(console.log)'`;
    execFileSync("chmod", ["-R", "a+rX", scratch]);
    const run = (image: string) =>
      execFileSync(
        "docker",
        [
          "run",
          "--rm",
          "--volume",
          `${scratch}:/tls:ro`,
          "--entrypoint",
          "sh",
          image,
          "-c",
          script,
        ],
        { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] },
      );
    expect(run(IMAGE)).toBe("trusted\ntrusted\n\n");
    expect(() => run("agent-sandbox-base:latest")).toThrow();
  }, 600_000);
});

describe("build-base, asked for what is not there", () => {
  it.each([
    ["an unknown version", ["--codex-version", "0.0.0-none"], 2, "0.0.0-none"],
    ["a broken certificate", ["--ca-bundle", import.meta.filename], 125, "build-base.test.ts"],
    ["two systems at once", ["--bootstrap", "--os-image", "x"], 2, "--os-image"],
  ])("refuses %s by a sentence", async (...[, args, expected, sentence]) => {
    const { status, stderr } = await cli(["build-base", ...args]);
    expect(stderr).toContain(sentence);
    expect(status).toBe(expected);
  });
});
