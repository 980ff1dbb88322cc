import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";

import { curl, openVirtual } from "../../../src/index.ts";
import { MIRRORS, onThisMachine, policyOf, startServer, type TestServer } from "./server.ts";

interface Ran {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

const FILES = {
  "data.txt": "line one\nline two\n",
  "head.txt": "X-From: file\n",
  "in.json": '{"a":1}',
};

/** `S` is the server; what stands in front of `<<<` goes to standard input of what is behind it. */
const SAME = [
  "-s S/echo?q=1",
  "-s -X DELETE S/echo",
  "-s -XPATCH -d x=1 S/echo",
  "-s -d a=1 -d b=2 S/echo",
  "-s -d @data.txt S/echo",
  "-s --data-binary @data.txt S/echo",
  "-s --data-raw @data.txt S/echo",
  "-s --data-urlencode 'a=b c&d/é' --data-urlencode '=x y' --data-urlencode name@data.txt S/echo",
  "-s -G -d a=1 -d b=2 S/echo",
  "-s -G --data-urlencode 'q=a b' S/echo?x=y",
  "-s --json '{\"a\":1}' S/echo",
  "-s --json @in.json S/echo",
  "-s -H 'X-A: 1' -H 'X-B;' -H 'Accept:' -H @head.txt S/echo",
  "-s -H 'Host: elsewhere' S/echo",
  "-s -u me:pass S/echo",
  "-s -A agent -e http://from/ -b a=1 S/echo",
  "-s -F a=1 -F 'f=@data.txt;type=text/plain' -F 't=<data.txt' S/echo",
  "-s -T data.txt S/echo",
  "-s -r 0-3 S/echo",
  "-s -i S/headers",
  "-s -I S/headers",
  "-s -D - -o out S/headers",
  "-s -o out -w '%{http_code} %{size_download} %{num_redirects} %{url_effective}\\n' S/status/201",
  "-s -o out -w '%{content_type}|%{method}|%{scheme}|%{exitcode}|%header{x-one}|%%\\t%{redirect_url}' S/to/302//headers",
  "-s -w 'code=%{http_code}' S/status/404",
  "-sS -f S/status/404",
  "-s -f -w '%{http_code} %{exitcode} %{errormsg}' S/status/500",
  "-sS --fail-with-body S/status/418",
  "-s S/to/302//echo",
  "-sL S/to/302//echo",
  "-sL -d a=1 S/to/302//echo",
  "-sL -d a=1 S/to/303//echo",
  "-sL -d a=1 S/to/307//echo",
  "-sL -d a=1 S/to/308//echo",
  "-sL -X PUT -d a=1 S/to/302//echo",
  "-sL -X PUT -d a=1 S/to/307//echo",
  "-sL -I S/to/301//headers",
  "-sL -u me:pass -H 'X-Kept: 1' -H 'Authorization: mine' O/to/302/S/echo",
  "-sSL S/loop/",
  "-sSL --max-redirs 2 S/loop/",
  "-s --compressed S/gzip",
  "-sS -m 0.2 S/hang",
  "-sS S/drop",
  "-sS S/short",
  "-sS --max-filesize 10 S/bytes/100",
  "-sS http://nowhere.test/",
  "-sS foo://server.test/",
  "-sS -o missing/file S/echo",
  "-sS -O S/headers -w '%{filename_effective}\\n'",
  "-sS -O S/",
  "-sS --create-dirs -o a/b/c S/headers",
  "-s S/status/200 S/status/201 -o one",
  "--foo S",
  "-s",
  "S/a -d",
  "-sS http://",
  "piped data <<< -s -d @- S/echo",
] as const;

let server: TestServer;

/** Words as a shell would split them, with single quotes. */
const words = (line: string): readonly string[] =>
  Array.from(line.matchAll(/((?:'[^']*'|[^\s'])+)/g), ([word]) => word.replaceAll("'", ""));

const named = (line: string): string =>
  line
    .replace(/\bS(?=\/|$)/g, `http://server.test:${server.port}`)
    .replace(/\bO(?=\/)/g, `http://other.test:${server.port}`);

function real(line: string, stdin: string): Promise<Ran> {
  const cwd = mkdtempSync(join(tmpdir(), "beside-curl-"));
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(cwd, name), text);
  const where = MIRRORS.flatMap((name) => ["--resolve", `${name}:${server.port}:127.0.0.1`]);
  return new Promise((done) => {
    // -q: without the machine's own settings; proxies are another machine's.
    const env = { PATH: process.env["PATH"], NO_PROXY: "*" };
    const child = execFile(
      "curl",
      ["-q", ...where, ...words(line)],
      { cwd, env },
      (error, stdout, stderr) => {
        rmSync(cwd, { recursive: true });
        done({ status: error === null ? 0 : Number(error.code), stdout, stderr });
      },
    );
    // One that reads no input may have ended.
    child.stdin?.on("error", () => undefined);
    child.stdin?.end(stdin);
  });
}

async function virtual(line: string, stdin: string): Promise<Ran> {
  const files = Object.fromEntries(
    Object.entries(FILES).map(([name, text]) => [`/w/${name}`, text]),
  );
  const sandbox = openVirtual({
    workingDirectory: "/w",
    files,
    extensions: [curl({ mirrors: MIRRORS, lookUp: onThisMachine })],
    policy: policyOf({
      network: { external: "domains", domains: ["*.test"], ports: [server.port, 80] },
    }),
  });
  const result = await sandbox.execute(
    `${stdin === "" ? "" : `printf '%s' '${stdin}' | `}curl ${line}`,
  );
  return { status: result.exitCode, stdout: result.stdout, stderr: result.stderr };
}

/** Without what nobody can know: milliseconds; and without the manual and kept connections, which are not here. */
const plain = ({ status, stdout, stderr }: Ran): Ran => ({
  status,
  stdout: stdout.replace(/^(Connection|Keep-Alive|Date): .*\r\n/gm, ""),
  stderr: stderr
    .replace(/\d+ (milliseconds|ms)/g, "N $1")
    .replace(" or 'curl --manual'", "")
    .replace(/^Warning: .*\n/gm, ""),
});

beforeAll(async () => {
  server = await startServer();
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
});

describe("curl beside the machine's own", () => {
  it.each(SAME)("is the same: curl %s", async (line) => {
    const [stdin = "", command = ""] = line.includes(" <<< ") ? line.split(" <<< ") : ["", line];
    const ours = plain(await virtual(named(command), stdin));
    expect(ours).toEqual(plain(await real(named(command), stdin)));
  });
});
