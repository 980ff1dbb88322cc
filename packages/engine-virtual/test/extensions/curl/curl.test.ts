import type { AuditEvent, AuditSink } from "@agent-sandbox/core";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";

import {
  curl,
  type CurlOptions,
  openVirtual,
  type VirtualOptions,
  type VirtualSandbox,
} from "../../../src/index.ts";
import {
  certificateFor,
  MIRRORS,
  onThisMachine,
  policyOf,
  startServer,
  type TestServer,
} from "./server.ts";

const CERTIFICATE = certificateFor("server.test");

let server: TestServer;
let secure: TestServer;

beforeAll(async () => {
  server = await startServer();
  secure = await startServer(CERTIFICATE);
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await secure[Symbol.asyncDispose]();
});

const SOME = { external: "domains", domains: ["server.test"] } as const;

interface Opened {
  readonly network?: Readonly<Record<string, unknown>> | boolean;
  readonly audit?: string;
  readonly options?: CurlOptions;
  readonly sandbox?: VirtualOptions;
}

const OWN: CurlOptions = { mirrors: MIRRORS, lookUp: onThisMachine };

function open({
  audit = "blocked",
  network = SOME,
  options = OWN,
  sandbox = {},
}: Opened = {}): VirtualSandbox {
  const ports = [server.port, secure.port];
  const settings = typeof network === "boolean" ? network : { ports, ...network };
  return openVirtual({
    workingDirectory: "/w",
    extensions: [curl(options)],
    policy: policyOf({ network: settings, audit: { level: audit } }),
    ...sandbox,
  });
}

class MemorySink implements AuditSink {
  readonly events: AuditEvent[] = [];
  append(event: AuditEvent): Promise<void> {
    this.events.push(event);
    return Promise.resolve();
  }
  close(): Promise<void> {
    return Promise.resolve();
  }
}

const plain = (path: string, host = "server.test"): string =>
  `http://${host}:${server.port}${path}`;

describe("curl and the policy", () => {
  it("is there only where it was registered", async () => {
    expect(await openVirtual().execute("curl x")).toMatchObject({ exitCode: 127 });
  });

  it("reaches nothing without a policy, nor where the network is closed", async () => {
    const before = server.asked.length;
    const none = openVirtual({ extensions: [curl(OWN)] });
    for (const sandbox of [none, open({ network: false })]) {
      const result = await sandbox.execute(`curl -sS ${plain("/echo")}`);
      expect(result).toMatchObject({ exitCode: 7, stdout: "" });
      expect(result.stderr).toContain("refused by the policy");
    }
    expect(server.asked).toHaveLength(before);
  });

  it("refuses hosts and ports that are not open, addresses, and itself", async () => {
    const before = server.asked.length;
    const sandbox = open({ options: { lookUp: onThisMachine } });
    const { port } = server;
    for (const url of [
      `http://closed.test:${port}/`,
      "http://server.test:1/",
      `http://127.0.0.1:${port}/`,
      `http://2130706433:${port}/`,
      `http://[::1]:${port}/`,
      `http://[::ffff:127.0.0.1]:${port}/`,
      `http://localhost:${port}/`,
    ]) {
      const result = await sandbox.execute(`curl -sSg '${url}'`);
      expect(`${url} ${result.exitCode} ${result.stderr}`).toMatch(/ 7 curl: \(7\) .*refused by/);
    }
    expect(server.asked).toHaveLength(before);
  });

  it("refuses a name that resolves to a private address, unless the embedder named it", async () => {
    const before = server.asked.length;
    for (const address of ["127.0.0.1", "10.0.0.1", "169.254.169.254", "::1", "::ffff:10.0.0.1"]) {
      const lookUp = (): Promise<readonly string[]> => Promise.resolve([address]);
      const result = await open({ options: { lookUp } }).execute(`curl -sS ${plain("/echo")}`);
      expect(result).toMatchObject({ exitCode: 7 });
      expect(result.stderr).toContain(`resolves to "${address}"`);
    }
    expect(server.asked).toHaveLength(before);
    expect(await open().execute(`curl -s ${plain("/status/200")}`)).toMatchObject({ exitCode: 0 });
  });

  it("looks a name up once for each request, and connects to what was judged", async () => {
    let looked = 0;
    const lookUp = (): Promise<readonly string[]> => {
      looked += 1;
      return Promise.resolve(["127.0.0.1"]);
    };
    const sandbox = open({ options: { mirrors: MIRRORS, lookUp } });
    await sandbox.execute(`curl -sL ${plain("/to/302//to/302//echo")}`);
    expect(looked).toBe(3);
  });

  it("judges every redirect again", async () => {
    const sandbox = open({ options: { mirrors: ["server.test"], lookUp: onThisMachine } });
    for (const host of ["other.test", "127.0.0.1", "localhost"]) {
      const to = `http://${host}:${server.port}/echo`;
      const result = await sandbox.execute(`curl -sSL ${plain(`/to/302/${to}`)}`);
      expect(result).toMatchObject({ exitCode: 7, stdout: "" });
    }
    const file = await sandbox.execute(`curl -sSL ${plain("/to/302/file:///etc/passwd")}`);
    expect(file).toMatchObject({ exitCode: 1 });
    expect(server.asked.at(-1)).toContain("GET /to/302/file");
  });

  it("records each refusal, also after resolution, and at level all each connection", async () => {
    const sink = new MemorySink();
    const lookUp = (): Promise<readonly string[]> => Promise.resolve(["10.0.0.1"]);
    const sandbox = open({ options: { lookUp }, sandbox: { audit: { sink } } });
    await sandbox.execute(`curl -s http://closed.test/; curl -s ${plain("/x")}`);
    expect(sink.events).toMatchObject([
      {
        operation: "connect",
        target: "closed.test:80",
        result: "blocked",
        policy: "host-not-allowed",
      },
      { target: `server.test:${server.port}`, result: "blocked", policy: "private-address" },
    ]);
    expect(sandbox.getStats().refusals).toBe(2);
    const all = new MemorySink();
    await open({ audit: "all", sandbox: { audit: { sink: all } } }).execute(
      `curl -s ${plain("/x")}`,
    );
    expect(all.events).toContainEqual(
      expect.objectContaining({ operation: "connect", result: "allowed", policy: "allowed-host" }),
    );
  });

  it("does nothing at all in executeSync", async () => {
    const before = server.asked.length;
    const sandbox = open();
    const refused = sandbox.executeSync(`curl -s -d x ${plain("/echo")}`);
    expect(refused).toMatchObject({ exitCode: 126, stdout: "" });
    await sandbox.execute(`curl -s ${plain("/status/200")}`);
    expect(server.asked).toHaveLength(before + 1);
  });
});

describe("secrets of curl", () => {
  const secret = (name: string, { host }: { readonly host: string }): string | undefined =>
    host === "server.test" && name === "TOKEN" ? "s3cr3t-value" : undefined;
  const withSecret = { ...OWN, secret };
  const both = { network: { external: "domains", domains: ["*.test"] }, options: withSecret };

  it("are sent to the host they are for, and are in nothing that is shown or kept", async () => {
    const sink = new MemorySink();
    const sandbox = open({ audit: "all", options: withSecret, sandbox: { audit: { sink } } });
    const result = await sandbox.execute(
      `curl -v -H 'Authorization: Bearer secret:TOKEN' ${plain("/status/200")}; curl -v -u me:secret:TOKEN ${plain("/status/200")}`,
    );
    const [first = "", second = ""] = server.asked.slice(-2);
    expect(first).toContain("Bearer s3cr3t-value");
    const user = Buffer.from("me:s3cr3t-value").toString("base64");
    expect(second).toContain(`Basic ${user}`);
    expect(result.stderr).toContain("> Authorization: Bearer secret:TOKEN");
    expect(result.stderr).toContain("> Authorization: Basic ***");
    const kept = JSON.stringify([result, sandbox.getHistory(), sink.events]);
    expect(kept).not.toContain("s3cr3t");
    expect(kept).not.toContain(user);
  });

  it("are refused where there is none for that host, before anything is sent", async () => {
    const before = server.asked.length;
    const sandbox = open(both);
    for (const line of [
      `-H 'X: secret:OTHER' ${plain("/echo")}`,
      `-H 'X: secret:TOKEN' ${plain("/echo", "other.test")}`,
    ]) {
      const result = await sandbox.execute(`curl -sS ${line}`);
      expect(result.stderr).toMatch(/there is no secret "(OTHER|TOKEN)" for/);
      expect(result.exitCode).toBe(2);
    }
    expect(server.asked).toHaveLength(before);
  });

  it("and what signs in do not follow a redirect to another host", async () => {
    const sandbox = open(both);
    const to = plain("/echo", "other.test");
    await sandbox.execute(
      `curl -sL -u me:pw -b c=1 -H 'X-Key: secret:TOKEN' -H 'X-Plain: 1' ${plain(`/to/302/${to}`)}`,
    );
    const [first = "", second = ""] = server.asked.slice(-2);
    expect(first).toMatch(/Authorization.*Cookie.*s3cr3t-value/);
    expect(second).toContain("X-Plain");
    expect(second).not.toMatch(/Authorization|Cookie|X-Key|s3cr3t/);
  });
});

describe("curl and what it gets", () => {
  it("trusts the certificates that it was given, and never without one", async () => {
    const url = `https://server.test:${secure.port}/status/200`;
    const trusting = open({ options: { ...OWN, ca: [CERTIFICATE.cert] } });
    expect(await trusting.execute(`curl -s ${url}`)).toMatchObject({ stdout: "status 200\n" });
    const other = open({
      network: { external: "domains", domains: ["other.test"] },
      options: { ...OWN, ca: [CERTIFICATE.cert] },
    });
    const wrong = await other.execute(`curl -sS ${url.replace("server", "other")}`);
    expect(wrong).toMatchObject({ exitCode: 60 });
    expect(wrong.stderr).toContain("no alternative certificate subject name matches");
    const unknown = await open().execute(`curl -sS ${url}`);
    expect(unknown.stderr).toBe("curl: (60) SSL certificate problem: self-signed certificate\n");
    const refused = await open().execute(`curl -sk ${url}`);
    expect(refused.stderr).toContain("option -k: is refused");
    expect(refused.exitCode).toBe(2);
    const notTls = await open().execute(`curl -sS https://server.test:${server.port}/`);
    expect(notTls).toMatchObject({ exitCode: 35 });
  });

  it("stops at the limits of files and of output while the answer comes", async () => {
    const file = open({ sandbox: { maxFileSize: 100_000 } });
    const large = await file.execute(`curl -s -o big ${plain("/bytes/5000000")}`);
    expect(large.stderr).toContain("limit maxFileSize of 100000 exceeded");
    expect(large.exitCode).toBe(126);
    const output = open({ sandbox: { limits: { maxOutputSize: 100_000 } } });
    const long = await output.execute(`curl -s ${plain("/bytes/5000000")}`);
    expect(long.stderr).toContain("limit maxOutputSize of 100000 exceeded");
    expect((await output.execute("echo on")).stdout).toBe("on\n");
  });

  it("writes where the policy lets it, only", async () => {
    const result = await open().execute(
      `curl -sS -o .env ${plain("/status/200")}; curl -sS -d @.env ${plain("/echo")}`,
    );
    expect(result.stderr).toContain("(23) Failure writing output");
    expect(result.stderr).toContain("(26) Failed to open .env: Permission denied");
  });

  it("ends with the call, and when that is aborted", async () => {
    const late = open({ sandbox: { commandTimeout: 100 } });
    expect(await late.execute(`curl -s ${plain("/hang")}`)).toMatchObject({ exitCode: 124 });
    const signal = AbortSignal.timeout(50);
    const aborted = await open().execute(`curl -s ${plain("/hang")}`, { signal });
    expect(aborted.exitCode).toBe(130);
  });

  it("can be piped, and leaves standard input to whoever reads it", async () => {
    const script = `printf '%s\\n' 200 201 | while read n; do curl -s ${plain("/status/$n")}; done | tr a-z A-Z`;
    const sandbox = open();
    const result = await sandbox.execute(script.replace(" | tr a-z A-Z", " | cat"));
    expect(result.stdout).toBe("status 200\nstatus 201\n");
    const sent = await sandbox.execute(`echo in | curl -s -T - ${plain("/echo")}`);
    expect(sent.stdout).toContain("PUT /echo");
    expect(sent.stdout).toContain("\nin\n");
  });
});
