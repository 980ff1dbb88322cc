import { mkdir, readFile, writeFile } from "node:fs/promises";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import { githubRanges } from "../../src/github/github-ranges.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const HOUR_MS = 3_600_000;
const NOW = 1000 * HOUR_MS;
const META = { web: ["192.0.2.0/24"], api: ["198.51.100.0/24"], git: ["2001:db8::/32"] };
const FETCHED = ["192.0.2.0/24", "198.51.100.0/24", "2001:db8::/32"];
const SHIPPED = ["203.0.113.0/24"];

const answers =
  (body: string, status = 200): RequestListener =>
  (_, response) => {
    response.writeHead(status).end(body);
  };

interface Setup extends AsyncDisposable {
  readonly stateFile: string;
  readonly fallbackFile: string;
  requests: number;
  answer: RequestListener;
  ranges(now?: number, signal?: AbortSignal): Promise<readonly string[]>;
}

/** A server on the loopback in GitHub's place. */
async function setup(answer: RequestListener): Promise<Setup> {
  const directory = await temporaryDirectory();
  const stateDir = join(directory.path, "state");
  const fallbackFile = join(directory.path, "fallback");
  await writeFile(fallbackFile, `# shipped\n${SHIPPED.join("\n")}\n`);
  const server = createServer((request, response) => {
    at.requests += 1;
    at.answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const at: Setup = {
    stateFile: join(stateDir, "github-ranges.json"),
    fallbackFile,
    requests: 0,
    answer,
    ranges: (now = NOW, signal = new AbortController().signal) =>
      githubRanges({
        stateDir,
        fallbackFile,
        metaUrl: `http://127.0.0.1:${port}/meta`,
        fetch,
        now: () => now,
        signal,
      }),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await directory[Symbol.asyncDispose]();
    },
  };
  return at;
}

describe("githubRanges", () => {
  it("fetches once a day", async () => {
    await using at = await setup(answers(JSON.stringify(META)));
    expect(await at.ranges()).toEqual(FETCHED);
    expect(await at.ranges(NOW + 23 * HOUR_MS)).toEqual(FETCHED);
    expect(at.requests).toBe(1);
    await at.ranges(NOW + 25 * HOUR_MS);
    expect(at.requests).toBe(2);
  });

  it("keeps the last ranges when a later fetch fails, and tries again after an hour", async () => {
    await using at = await setup(answers(JSON.stringify(META)));
    await at.ranges();
    at.answer = answers("busy", 503);
    const later = NOW + 48 * HOUR_MS;
    expect(await at.ranges(later)).toEqual(FETCHED);
    expect(await at.ranges(later + HOUR_MS / 2)).toEqual(FETCHED);
    expect(at.requests).toBe(2);
    await at.ranges(later + 2 * HOUR_MS);
    expect(at.requests).toBe(3);
  });

  it.each([
    ["an error", answers("no", 500)],
    [
      "a redirect",
      (_: unknown, response: Parameters<RequestListener>[1]) => {
        response.writeHead(302, { location: "/other" }).end();
      },
    ],
    ["something else than JSON", answers("<html>")],
    ["another shape", answers('{"web": "x"}')],
    ["a range that opens the world", answers(JSON.stringify({ ...META, git: ["0.0.0.0/0"] }))],
    ["a body without end", answers(`["${"x".repeat(2 * 1024 * 1024)}"]`)],
  ])("falls back to the shipped ranges on %s, and remembers", async (_, answer) => {
    await using at = await setup(answer);
    expect(await at.ranges()).toEqual(SHIPPED);
    const requests = at.requests;
    expect(await at.ranges(NOW + 1)).toEqual(SHIPPED);
    expect(at.requests).toBe(requests);
  });

  it("waits two seconds for a silent server and no longer", async () => {
    await using at = await setup(() => undefined);
    expect(await at.ranges()).toEqual(SHIPPED);
  });

  it.each(["", "{", "[]", '{"ranges": ["0.0.0.0/0"], "fetchedAt": 3599000000}'])(
    "takes the broken cache %j for none",
    async (text) => {
      await using at = await setup(answers(JSON.stringify(META)));
      await mkdir(join(at.stateFile, ".."), { recursive: true });
      await writeFile(at.stateFile, text);
      expect(await at.ranges()).toEqual(FETCHED);
      expect(JSON.parse(await readFile(at.stateFile, "utf8"))).toMatchObject({ ranges: FETCHED });
    },
  );

  it("does not trust a cache from the future", async () => {
    await using at = await setup(answers(JSON.stringify(META)));
    await at.ranges(NOW + 1000 * HOUR_MS);
    await at.ranges(NOW);
    expect(at.requests).toBe(2);
  });

  it("works where the state folder cannot be written", async () => {
    await using at = await setup(answers(JSON.stringify(META)));
    await writeFile(join(at.stateFile, "..", "..", "state"), "a file");
    expect(await at.ranges()).toEqual(FETCHED);
  });

  it("stops with the signal's reason", async () => {
    await using at = await setup(() => undefined);
    const abort = new AbortController();
    const pending = at.ranges(NOW, abort.signal);
    abort.abort(new Error("enough"));
    await expect(pending).rejects.toThrow("enough");
  });

  it("says so when the shipped list is broken", async () => {
    await using at = await setup(answers("no", 500));
    await writeFile(at.fallbackFile, "");
    await expect(at.ranges()).rejects.toMatchObject({ code: "ENGINE_FAILED" });
  });
});
