import { appendFileSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";

import { cli, cliOk } from "../support/cli.ts";
import { docker, makeWorkspace, type Workspace } from "../support/workspace.ts";

interface Entry {
  readonly kind: string;
  readonly name: string;
  readonly reason: string;
  readonly atRisk?: boolean;
  readonly bytes: number;
}

interface Cleaned {
  readonly dryRun: boolean;
  readonly bytes: number;
  readonly removed: readonly Entry[];
  readonly kept: readonly Entry[];
  readonly packed: readonly { readonly before: number; readonly after: number }[];
}

let workspace: Workspace;

beforeEach(async () => {
  workspace = await makeWorkspace();
});

afterEach(async () => {
  mkdirSync(workspace.path, { recursive: true });
  await workspace[Symbol.asyncDispose]();
});

async function clean(...flags: readonly string[]): Promise<Cleaned> {
  return JSON.parse(await cliOk(["clean", workspace.path, "--json", ...flags])) as Cleaned;
}

const names = (entries: readonly Entry[]) => entries.map(({ name }) => name);
const volumes = (path: string) =>
  docker(["volume", "ls", "--quiet", "--filter", `label=agent-sandbox.workspace=${path}`]);
const containers = () =>
  docker([
    ...["ps", "--all", "--format", "{{.Names}}"],
    ...["--filter", `label=agent-sandbox.workspace=${workspace.path}`],
  ]);

const open = (branch: string) => cliOk(["start", workspace.path, "--branch", branch, "--no-fetch"]);
const inside = (branch: string, script: string) =>
  cliOk(["run", workspace.path, "--branch", branch, "--", "sh", "-ec", script]);
const stop = (branch: string) =>
  docker([
    ...["stop", "--time", "1"],
    ...docker([
      ...["ps", "--quiet", "--filter", `label=agent-sandbox.workspace=${workspace.path}`],
      ...["--filter", `label=agent-sandbox.branch=${branch}`],
    ]),
  ]);

describe("clean", () => {
  it("removes what nothing uses, and keeps what runs and what only the shelf has", async () => {
    for (const branch of ["idle", "busy", "risky"]) await open(branch);
    await inside("risky", "echo work > work.txt; git add .; git commit --quiet --message work");
    await inside("idle", "echo done > done.txt; git add .; git commit --quiet --message done");
    await inside("idle", "git push --quiet host idle");
    for (const branch of ["idle", "risky"]) stop(branch);
    const planned = await clean("--dry-run");
    expect(planned.dryRun).toBe(true);
    expect(containers().filter((name) => name.includes("idle"))).toHaveLength(1);
    const { removed, kept } = await clean();
    expect(names(removed)).toEqual(names(planned.removed));
    expect(removed.map(({ kind, name }) => [kind, name.replace(/-[0-9a-f]{32}.*/, "")])).toEqual(
      expect.arrayContaining([
        ["container", expect.stringMatching(/-idle$/)],
        ["container", expect.stringMatching(/-risky$/)],
        ["branch", "idle"],
      ]),
    );
    expect(removed).toHaveLength(3);
    expect(kept).toMatchObject([{ kind: "branch", name: "risky", atRisk: true }]);
    expect(kept[0]?.reason).toBe("only it has 1 commit");
    expect(containers().filter((name) => /-(idle|risky)-/.test(name))).toEqual([]);
    expect((await inside("busy", "git status --short && ls")).trim()).toBe("README.md");
    expect(workspace.host("git log -1 --format=%s idle").trim()).toBe("done");
  });

  it("takes by name what is at risk, that alone, and in the end the volumes", async () => {
    for (const branch of ["one", "two"]) {
      await open(branch);
      await inside(branch, `echo ${branch} > ${branch}.txt`);
      stop(branch);
    }
    const refused = await cli(["clean", workspace.path, "--force", "nothing"]);
    expect(refused).toMatchObject({ status: 2, stdout: "" });
    expect(refused.stderr).toContain('"nothing": no branch or volume has that name');
    const first = await clean("--force", "one");
    expect(first.removed.filter(({ kind }) => kind === "branch")).toMatchObject([{ name: "one" }]);
    expect(names(first.kept)).toEqual(["two"]);
    expect(first.packed).toHaveLength(1);
    expect(await inside("two", "cat two.txt")).toBe("two\n");
    stop("two");
    const text = await cliOk(["clean", workspace.path, "--force", "two"]);
    expect(text).toMatch(/^KIND +NAME +SIZE +WORKSPACE +WHY$/m);
    expect(text).toMatch(/^branch +two +[\d.]+ kB .* it was named$/m);
    expect(text).toMatch(/^volume +agent-sbx-repo-.* no branch is left in it$/m);
    expect(text).toMatch(/^Removed \d+ things, [\d.]+ kB$/m);
    expect(volumes(workspace.path).filter((name) => name.startsWith("agent-sbx"))).toEqual([]);
    expect(await inside("two", "ls")).toBe("README.md\n");
  });

  it("counts ages from the last use", async () => {
    await cliOk(["checkout", "fresh", workspace.path, "--no-fetch"]);
    expect((await clean("--older-than", "1h")).removed).toEqual([]);
    expect(names((await clean("--older-than", "0m")).removed)).toContain("fresh");
    const { status, stderr } = await cli(["clean", workspace.path, "--older-than", "soon"]);
    expect(status).toBe(2);
    expect(stderr).toContain('Cannot use "soon" as an age');
  });

  it("keeps the shelf of a workspace that is gone until it is named, and takes the rest", async () => {
    await cliOk(["checkout", "feat", workspace.path, "--no-fetch"]);
    rmSync(workspace.path, { recursive: true });
    const { removed, kept } = await clean();
    const kinds = removed.map(({ kind, reason }) => [kind, reason]);
    expect(kinds).toContainEqual(["image", "its workspace is gone"]);
    const shelf = kept.find(({ kind }) => kind === "volume");
    expect(shelf).toMatchObject({ atRisk: true, reason: expect.stringContaining("feat") });
    expect((await cli(["clean", workspace.path, "--force", "feat"])).status).toBe(125);
    const forced = await clean("--force", shelf?.name ?? "");
    expect(names(forced.removed)).toContain(shelf?.name);
    expect(volumes(workspace.path)).toEqual([]);
  });

  it("does not take what is being opened meanwhile", async () => {
    await cliOk(["checkout", "feat", workspace.path, "--no-fetch"]);
    const [opened, ...cleaned] = await Promise.all([
      cli(["start", workspace.path, "--branch", "feat", "--no-fetch"]),
      ...[1, 2, 3].map(() => cli(["clean", workspace.path, "--json"])),
    ]);
    for (const each of [opened, ...cleaned]) expect(each).toMatchObject({ status: 0 });
    expect(await inside("feat", "ls; git push --quiet host feat; git log -1 --format=%s")).toBe(
      "README.md\nfirst\n",
    );
  });

  it("ends, and so does who opens a branch, where that is dropped at the same moment", async () => {
    await cliOk(["checkout", "feat", workspace.path, "--no-fetch"]);
    const [opened, dropped, cleaned] = await Promise.all([
      cli(["start", workspace.path, "--branch", "feat", "--no-fetch"]),
      cli(["drop", "feat", workspace.path]),
      cli(["clean", workspace.path]),
    ]);
    expect(opened).toMatchObject({ status: 0 });
    expect(cleaned).toMatchObject({ status: 0 });
    // Whoever came first has dropped it already.
    expect([0, 125]).toContain(dropped.status);
  });

  it("takes an image that a newer one has the name of", async () => {
    appendFileSync(join(workspace.path, ".agent-sandbox/Dockerfile"), "ENV NEWER=1\n");
    await cliOk(["build", workspace.path, "--trust"]);
    const { removed } = await clean();
    const images = removed.filter(({ kind }) => kind === "image");
    expect(images).toMatchObject([{ reason: "a newer one has its name" }]);
    expect(names((await clean()).removed)).toEqual([]);
  });

  it("goes on after it was killed", async () => {
    for (const branch of ["a", "b", "c"])
      await cliOk(["checkout", branch, workspace.path, "--no-fetch"]);
    for (const after of [700, 1100, 1500, 1900, 2300]) {
      await cli(["clean", workspace.path], {
        onStart: (kill) => setTimeout(() => kill("SIGKILL"), after),
      });
    }
    await clean();
    expect(volumes(workspace.path).filter((name) => name.startsWith("agent-sbx"))).toEqual([]);
    await cliOk(["checkout", "a", workspace.path, "--no-fetch"]);
  });
});

describe("df", () => {
  interface Disk {
    readonly items: readonly {
      readonly role: string;
      readonly name: string;
      readonly bytes: number;
      readonly workspace?: string;
      readonly usedBy?: readonly string[];
    }[];
    readonly totals: Readonly<Record<"containers" | "images" | "volumes" | "all", number>>;
    readonly shelves: readonly {
      readonly workspace?: string;
      readonly branches: readonly { readonly name: string; readonly bytes: number }[];
    }[];
  }

  it("shows what each thing costs, whose it is and who uses it", async () => {
    await open("feat");
    await inside("feat", "head -c 1000000 /dev/urandom > big");
    const disk = JSON.parse(await cliOk(["df", workspace.path, "--json", "--branches"])) as Disk;
    const own = disk.items.filter((item) => item.workspace === workspace.path);
    expect(own.map(({ role }) => role).toSorted()).toEqual([
      ...["gate", "gate-sockets", "history", "sandbox", "shelf", "workspace-image"],
    ]);
    const shelf = own.find(({ role }) => role === "shelf");
    expect(shelf?.bytes).toBeGreaterThan(1_000_000);
    expect(shelf?.usedBy?.join(" ")).toMatch(/-feat-/);
    const all = JSON.parse(await cliOk(["df", "--json"])) as Disk;
    const images = all.items.filter(({ role }) => role.endsWith("-image"));
    const largest = Math.max(...images.map(({ bytes }) => bytes));
    const sum = images.reduce((bytes, image) => bytes + image.bytes, 0);
    expect(all.totals.images).toBeGreaterThanOrEqual(largest);
    expect(all.totals.images).toBeLessThan(sum);
    const looked = disk.shelves.find((each) => each.workspace === workspace.path);
    expect(looked?.branches).toMatchObject([{ name: "feat", risk: "1 uncommitted file" }]);
    const text = await cliOk(["df"]);
    expect(text).toMatch(/^shelf +agent-sbx-repo-\S+ +[\d.]+ MB +now/m);
    expect(text).toMatch(/^Total [\d.]+ [GM]B$/m);
  });
});
