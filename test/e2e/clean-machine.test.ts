import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";

import { cliOk } from "../support/cli.ts";
import { hashOf, importTinyImage, ownDaemon, type OwnDaemon } from "../support/own-daemon.ts";

const root = realpathSync(mkdtempSync(join(tmpdir(), "agent-sandbox-machine-")));
const there = join(root, "there");
const gone = join(root, "gone");
const [thereHash, goneHash] = [hashOf(there), hashOf(gone)];
let daemon: OwnDaemon;

interface Cleaned {
  readonly removed: readonly { readonly name: string; readonly reason: string }[];
  readonly kept: readonly { readonly name: string; readonly reason: string }[];
}

async function cleanAll(...flags: readonly string[]): Promise<Cleaned> {
  const env = { DOCKER_HOST: daemon.host, XDG_STATE_HOME: join(root, "state") };
  return JSON.parse(await cliOk(["clean", "--all", "--json", ...flags], { env })) as Cleaned;
}

/** Everything that the daemon has, one word each. */
const everything = () =>
  [
    ...daemon.docker(["ps", "--all", "--format", "container {{.Names}}"]),
    ...daemon.docker(["volume", "ls", "--format", "volume {{.Name}}"]),
    ...daemon.docker([
      "images",
      "--all",
      "--no-trunc",
      "--format",
      "image {{.Repository}} {{.ID}}",
    ]),
  ].toSorted();

const flags = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).flatMap(([key, value]) => ["--label", `agent-sandbox.${key}=${value}`]);

function makeVolume(name: string, labels: Readonly<Record<string, string>> = {}): string {
  daemon.docker(["volume", "create", ...flags(labels), name]);
  return `volume ${name}`;
}

let images = 0;

function makeImage(name: string, labels: Readonly<Record<string, string>>): string {
  const ours = Object.entries(labels).map(([key, value]) => [`agent-sandbox.${key}`, value]);
  images += 1;
  const made = { labels: Object.fromEntries(ours) as Record<string, string>, bytes: images };
  const id = importTinyImage(daemon, made);
  daemon.docker(["tag", id, `${name}:latest`]);
  return `image ${name} ${id}`;
}

/** One that runs, unless it is only made. */
function makeContainer(
  name: string,
  image: string,
  { labels = {}, runs = false }: { labels?: Readonly<Record<string, string>>; runs?: boolean } = {},
): string {
  const how = runs ? ["run", "--detach"] : ["create"];
  const more = ["--network", "none", "--name", name, ...flags(labels)];
  daemon.docker([...how, ...more, `${image}:latest`, "/bin/sleep", "1000"]);
  return `container ${name}`;
}

const sandboxOf = (workspace: string, branch: string) => ({
  ...{ workspace, hash: hashOf(workspace), plan: "0123456789abcdef", mode: "branch", branch },
});
const owned = (workspace: string) => ({ workspace, hash: hashOf(workspace) });

interface Machine {
  /** What must go, with the reason that is given for it. */
  readonly useless: Readonly<Record<string, string>>;
  readonly others: readonly string[];
}

function makeMachine(): Machine {
  const image = (workspace: string) => `agent-sandbox-${hashOf(workspace)}`;
  const imageLabels = (workspace: string) => ({
    ...{ "image-hash": hashOf(workspace), "image-of": workspace },
  });
  const base = makeImage("agent-sandbox-base", { base: "latest" });
  const foreign = makeImage("theirs", { unrelated: "1" });
  const replaced = makeImage(image(there), imageLabels(there));
  const current = makeImage(image(there), imageLabels(there));
  const orphaned = makeImage(image(gone), imageLabels(gone));
  const busy = makeContainer("busy", image(there), { labels: sandboxOf(there, "b"), runs: true });
  return {
    useless: {
      [replaced.replace(/ agent-sandbox-\S+/, " <none>")]: "a newer one has its name",
      [orphaned]: "its workspace is gone",
      [makeContainer("idle", image(there), { labels: sandboxOf(there, "i") })]:
        "its sandbox is stopped",
      [makeContainer("orphan", image(gone), { labels: sandboxOf(gone, "o") })]:
        "its sandbox is stopped",
      [makeVolume(`agent-sandbox-${goneHash}-history`, owned(gone))]: "its workspace is gone",
      [makeVolume(`agent-sandbox-${goneHash}-codex-config`, owned(gone))]: "its workspace is gone",
      [makeVolume(`agent-sbx-gate-${goneHash}`, owned(gone))]: "its repo shelf is gone",
    },
    others: [
      ...[base, foreign, current, busy],
      makeContainer("theirs-runs", "theirs", { runs: true }),
      makeContainer("theirs-stopped", "theirs"),
      makeContainer("theirs-from-ours", image(there), { labels: owned(there) }),
      makeVolume("theirs"),
      makeVolume(`agent-sandbox-${goneHash}-history-of-mine`),
      makeVolume("agent-sandbox-claude-code-config", { shared: "true" }),
      makeVolume(`agent-sandbox-${thereHash}-history`, owned(there)),
      makeVolume(`agent-sandbox-${thereHash}-codex-config`, owned(there)),
      // No image here has git: nobody can look into it.
      makeVolume(`agent-sbx-repo-${thereHash}`, owned(there)),
      makeVolume(`agent-sbx-gate-${thereHash}`, owned(there)),
    ],
  };
}

beforeAll(async () => {
  mkdirSync(there);
  daemon = await ownDaemon();
});

afterAll(async () => {
  await daemon[Symbol.asyncDispose]();
  rmSync(root, { recursive: true });
});

describe("clean --all, over a whole machine", () => {
  it("removes what is ours and useless, and nothing else; and nothing at all with --dry-run", async () => {
    const { useless, others } = makeMachine();
    const before = [...Object.keys(useless), ...others].toSorted();
    expect(everything()).toEqual(before);
    const planned = await cleanAll("--dry-run");
    expect(everything()).toEqual(before);
    const { removed, kept } = await cleanAll();
    expect(everything()).toEqual(others.toSorted());
    expect(removed).toHaveLength(planned.removed.length);
    expect(removed).toEqual(expect.arrayContaining([...planned.removed]));
    expect(removed.map(({ reason }) => reason).toSorted()).toEqual(
      Object.values(useless).toSorted(),
    );
    expect(kept).toMatchObject([
      {
        name: `agent-sbx-repo-${thereHash}`,
        reason: expect.stringContaining("nobody could look into it") as unknown,
      },
    ]);
    expect((await cleanAll()).removed).toEqual([]);
  });
});
