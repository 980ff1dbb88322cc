import { execFileSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import { caBundleFiles, caBundlePath } from "../../src/image/ca-bundle.ts";
import { contextOf, scratchDirectory } from "./tiny-image.ts";

async function certificate(name: string, days = 1): Promise<string> {
  await using directory = await scratchDirectory();
  const [key, request, out] = ["k.pem", "r.pem", "c.pem"].map((file) => join(directory.path, file));
  const made = ["-newkey", "rsa:2048", "-nodes", "-keyout", key ?? "", "-out", request ?? ""];
  const signed = ["-signkey", key ?? "", "-days", String(days), "-out", out ?? ""];
  const quiet = { stdio: "ignore" } as const;
  execFileSync("openssl", ["req", ...made, "-subj", `/CN=${name}`], quiet);
  execFileSync("openssl", ["x509", "-req", "-in", request ?? "", ...signed], quiet);
  return await readFile(out ?? "", "utf8");
}

async function filesOf(bundle: string): Promise<{
  readonly files: Awaited<ReturnType<typeof caBundleFiles>>;
  readonly warnings: readonly string[];
}> {
  await using directory = await contextOf({ "bundle.pem": bundle });
  const warnings: string[] = [];
  const path = join(directory.path, "bundle.pem");
  return { files: await caBundleFiles(path, (message) => warnings.push(message)), warnings };
}

describe("caBundleFiles", () => {
  it("splits a bundle into one certificate a file, each once, without remarks", async () => {
    const [one, two] = await Promise.all([certificate("one"), certificate("two")]);
    const { files, warnings } = await filesOf(`# first\n${one}\n# second\n${two}\n${one}`);
    expect(files.map(({ path }) => path)).toEqual(["ca-bundle/001.crt", "ca-bundle/002.crt"]);
    expect(files.map(({ content }) => content)).toEqual([one, two]);
    expect(warnings).toEqual([]);
  });

  it("takes expired certificates with one warning that names them", async () => {
    const old = [await certificate("old one", -1), await certificate("two", -1)];
    const { files, warnings } = await filesOf(old.join(""));
    expect(files).toHaveLength(2);
    expect(warnings).toEqual([
      expect.stringMatching(/2 expired certificates.*"CN=old one", "CN=two"/),
    ]);
  });

  it.each([
    ["no certificate", "hello\n"],
    ["broken", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"],
  ])("refuses a file that holds %s", async (state, bundle) => {
    await expect(filesOf(bundle)).rejects.toMatchObject({
      code: "CONFIG_INVALID",
      message: expect.stringContaining(state),
    });
  });

  it("refuses a file that cannot be read", async () => {
    await expect(caBundleFiles("/nowhere.pem", () => undefined)).rejects.toMatchObject({
      code: "CONFIG_INVALID",
      message: 'Cannot use the CA bundle "/nowhere.pem": it cannot be read',
    });
  });
});

describe("caBundlePath", () => {
  it("takes the first variable that is set", () => {
    const env = { SSL_CERT_FILE: "c", NODE_EXTRA_CA_CERTS: "b", AGENT_SANDBOX_CA_BUNDLE: "" };
    expect(caBundlePath(env)).toBe("b");
    expect(caBundlePath({ ...env, AGENT_SANDBOX_CA_BUNDLE: "a" })).toBe("a");
    expect(caBundlePath({})).toBeUndefined();
  });
});
