import { chmod, mkdir, readFile, utimes, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import { npmRegistryHosts } from "../../src/npm/npm-registry-hosts.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const HOUR_MS = 3_600_000;

interface Machine extends AsyncDisposable {
  readonly path: string;
  write(name: string, text: string): Promise<void>;
  /** An npm that answers with `answer` and counts how often it is asked. */
  installNpm(answer: string): Promise<void>;
  timesAsked(): Promise<number>;
  hosts(env?: Readonly<Record<string, string>>, now?: number): Promise<readonly string[]>;
}

async function machine(): Promise<Machine> {
  const directory = await temporaryDirectory();
  const at = (name: string): string => join(directory.path, name);
  const npm = at("prefix/lib/node_modules/npm/bin/npm");
  const write = async (name: string, text: string): Promise<void> => {
    await mkdir(dirname(at(name)), { recursive: true });
    await writeFile(at(name), text);
  };
  return {
    path: directory.path,
    write,
    async installNpm(answer) {
      const script = `#!/bin/sh\necho "$PWD $*" >> ${at("asked")}\necho "${answer}"\n`;
      await write("prefix/lib/node_modules/npm/bin/npm", script);
      await chmod(npm, 0o755);
    },
    timesAsked: async () =>
      (await readFile(at("asked"), "utf8").catch(() => "")).split("\n").length - 1,
    hosts: (env = {}, now = 0) =>
      npmRegistryHosts({
        env: { PATH: dirname(npm), ...env },
        home: at("home"),
        stateDir: at("state"),
        now: () => now,
        signal: new AbortController().signal,
      }),
    [Symbol.asyncDispose]: () => directory[Symbol.asyncDispose](),
  };
}

describe("npmRegistryHosts", () => {
  it("knows none without npm and without configuration", async () => {
    await using at = await machine();
    expect(await at.hosts()).toEqual([]);
  });

  it("takes environment before user file before global file, and adds scoped registries", async () => {
    await using at = await machine();
    await at.installNpm("https://unasked.example/");
    await at.write("prefix/etc/npmrc", "registry=https://global.example/\n");
    expect(await at.hosts()).toEqual(["global.example"]);
    await at.write(
      "home/.npmrc",
      "; mine\nregistry = https://user.example/npm/\n@corp:registry=https://Corp.Example:8443/\n" +
        "//user.example/:_authToken=secret\n",
    );
    expect(await at.hosts()).toEqual(["corp.example", "user.example"]);
    expect(await at.hosts({ NPM_CONFIG_REGISTRY: "https://env.example" })).toEqual([
      "corp.example",
      "env.example",
    ]);
    expect(await at.hosts({ npm_config_registry: "" })).toEqual(["corp.example", "user.example"]);
    expect(await at.timesAsked()).toBe(0);
  });

  it("reads the files that the environment and the user's file name", async () => {
    await using at = await machine();
    await at.write(
      "mine",
      `registry=https://\${TEAM}.example/\nglobalconfig=${join(at.path, "ours")}`,
    );
    await at.write("ours", "@a:registry=https://a.example/\n");
    const env = { npm_config_userconfig: join(at.path, "mine"), TEAM: "red" };
    expect(await at.hosts(env)).toEqual(["a.example", "red.example"]);
  });

  it("leaves out addresses, this machine and what is no URL", async () => {
    await using at = await machine();
    await at.write(
      "home/.npmrc",
      "registry=http://localhost:4873/\n@a:registry=http://10.0.0.1/\n@b:registry=http://[::1]/\n" +
        "@c:registry=nonsense\n@d:registry=https://bücher.example/\n",
    );
    expect(await at.hosts()).toEqual(["xn--bcher-kva.example"]);
  });

  it("asks npm once a day when nobody configures a registry, away from any project", async () => {
    await using at = await machine();
    await at.installNpm("https://builtin.example/");
    expect(await at.hosts()).toEqual(["builtin.example"]);
    expect(await at.hosts({}, 23 * HOUR_MS)).toEqual(["builtin.example"]);
    expect(await readFile(join(at.path, "asked"), "utf8")).toBe("/ config get registry\n");
    expect(await at.hosts({}, 25 * HOUR_MS)).toEqual(["builtin.example"]);
    expect(await at.timesAsked()).toBe(2);
  });

  it("asks again when npm was replaced", async () => {
    await using at = await machine();
    await at.installNpm("https://old.example/");
    await at.hosts();
    await at.installNpm("https://new.example/");
    await utimes(join(at.path, "prefix/lib/node_modules/npm/bin/npm"), 1, 1);
    expect(await at.hosts()).toEqual(["new.example"]);
  });

  it("goes by what npm said last where it fails now", async () => {
    await using at = await machine();
    const npm = "prefix/lib/node_modules/npm/bin/npm";
    await at.installNpm("https://old.example/");
    await at.hosts();
    await at.write(npm, "#!/bin/sh\nexit 1\n");
    expect(await at.hosts({}, 25 * HOUR_MS)).toEqual(["old.example"]);
  });

  it("takes a broken cache for none", async () => {
    await using at = await machine();
    await at.installNpm("https://builtin.example/");
    await at.write("state/npm-registry.json", '{"npm": 1}');
    expect(await at.hosts()).toEqual(["builtin.example"]);
  });

  it("does not run an npm that a relative entry of PATH finds", async () => {
    await using at = await machine();
    await at.installNpm("https://evil.example/");
    expect(await at.hosts({ PATH: "prefix/lib/node_modules/npm/bin:." })).toEqual([]);
    expect(await at.timesAsked()).toBe(0);
  });
});
