import { writeFile } from "node:fs/promises";
import { join } from "node:path";

import { policyFile } from "@agent-sandbox/agent-hook";
import { resolvePolicy } from "@agent-sandbox/policy";
import { build } from "esbuild";

import { notices } from "./notices.ts";

/** A policy for the image's build, which runs the program once to keep its compiled form. */
const SAMPLE = resolvePolicy([], {
  ...{ engine: "docker", workspace: "/workspace", home: "/home/node", temp: "/tmp" },
});

/** The agents' hook as one file, with what the image's build needs beside it. */
export async function bundleHook(repository: string): Promise<void> {
  const target = join(repository, "base-image", "hook");
  const { metafile } = await build({
    absWorkingDir: repository,
    entryPoints: [join(repository, "packages/agent-hook/src/main.ts")],
    outfile: join(target, "program.cjs"),
    bundle: true,
    platform: "node",
    target: "node24",
    format: "cjs",
    minify: true,
    legalComments: "none",
    metafile: true,
    logLevel: "warning",
  });
  await writeFile(join(target, "LICENSES.txt"), await notices(Object.keys(metafile.inputs)));
  await writeFile(join(target, "sample-policy.json"), policyFile(SAMPLE));
}
