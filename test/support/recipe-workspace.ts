import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { cli, type CliResult, cliOk } from "./cli.ts";
import type { Recipe } from "./cookbook.ts";
import type { Internet } from "./internet.ts";
import { TEST_IMAGE } from "./sandbox-image.ts";
import { makeRepository } from "./workspace.ts";

/** What a recipe is tried out on. */
export interface Ingredients {
  /** What is in the repository besides its first commit. */
  readonly there?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Names of the tests' internet, which the sandbox joins where there are any. */
  readonly names?: readonly string[];
}

/** A repository and a user's configuration, as a recipe has them. */
interface RecipeWorkspace extends AsyncDisposable {
  /** Adds what no recipe says: the image under test, and the tests' internet. */
  readonly prepare: () => Promise<void>;
  /** Runs the command line there. */
  readonly ask: (...args: readonly string[]) => Promise<CliResult>;
  /** Runs a script in the sandbox. */
  readonly inside: (script: string) => Promise<CliResult>;
}

/** The address that the cookbook shows as the company's resolver. */
const SHOWN_RESOLVER = "192.0.2.53";

const USERS = "~/.config/";

export function layOut(
  { files }: Recipe,
  { there = [], names, internet, ...given }: Ingredients & { readonly internet: Internet },
): RecipeWorkspace {
  const workspace = makeRepository();
  const config = mkdtempSync(join(tmpdir(), "agent-sandbox-test-"));
  const options = { cwd: workspace.path, env: { ...given.env, XDG_CONFIG_HOME: config } };
  for (const file of there) {
    workspace.host(`mkdir -p ${dirname(file)} && echo content > ${file}`);
  }
  for (const { path, text } of files) {
    const isUsers = path.startsWith(USERS);
    const file = isUsers ? join(config, path.slice(USERS.length)) : join(workspace.path, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text.replaceAll(SHOWN_RESOLVER, internet.dns));
  }
  const set = async (key: string, value: string) =>
    await cliOk(["config", "set", "--user", key, value], options);
  return {
    prepare: async () => {
      await set("container.image", TEST_IMAGE);
      await cliOk(["trust"], options);
      if (names === undefined) return;
      for (const name of names) await internet.setName(name, internet.web[0]);
      await set("container.network", internet.network);
      await set("network.dns", JSON.stringify([internet.dns]));
    },
    ask: async (...args) => await cli(args, options),
    inside: async (script) => await cli(["run", "--", "sh", "-c", script], options),
    [Symbol.asyncDispose]: async () => {
      await workspace[Symbol.asyncDispose]();
      rmSync(config, { recursive: true, force: true });
    },
  };
}
