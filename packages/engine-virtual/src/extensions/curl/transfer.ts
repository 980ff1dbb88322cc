import type { IncomingMessage } from "node:http";

import type { ExtensionContext } from "../../sandbox/extension.ts";
import type { CurlOptions } from "./curl.ts";
import { CurlFailure, failureOf } from "./curl-failure.ts";
import type { CurlFiles, Sink } from "./curl-files.ts";
import type { CurlPlan, Wanted } from "./curl-plan.ts";
import { decoded } from "./decoded.ts";
import { exchange, portOf } from "./exchange.ts";
import { checkProtocol } from "./parse-url.ts";
import { headLines, type HeaderLine, type Hop, sentLines, shownValue } from "./request-head.ts";
import { TimeLimits } from "./time-limits.ts";
import { TransferRecord } from "./transfer-record.ts";
import type { SecretUse } from "./secrets.ts";

export interface TransferParts {
  readonly plan: CurlPlan;
  readonly context: ExtensionContext;
  readonly options: CurlOptions;
  readonly files: CurlFiles;
  readonly signal: AbortSignal;
}

const KEEPS_METHOD = new Set([307, 308]);

/** Gets one URL, with all the redirects on its way. */
export class Transfer {
  readonly record: TransferRecord;
  readonly #parts: TransferParts;
  readonly #wanted: Wanted;
  readonly #limits: TimeLimits;
  #hop: Hop;

  constructor(parts: TransferParts, wanted: Wanted, index: number) {
    const { asked, body, method } = parts.plan;
    this.#parts = parts;
    this.#wanted = wanted;
    this.#limits = new TimeLimits(parts.signal);
    this.#hop = { url: wanted.url, method: asked ?? method, body, isFirstHost: true };
    this.record = new TransferRecord(wanted, index);
  }

  async run(): Promise<void> {
    const { maxTime } = this.#parts.plan;
    this.#limits.limit(maxTime, () => this.record.timeoutWords());
    try {
      const response = await this.#follow();
      await this.#receive(response);
    } catch (error) {
      const { hostname } = this.#hop.url;
      const reached = { host: hostname, port: portOf(this.#hop.url), ...this.record.reached() };
      throw this.#isOther(error) ? error : failureOf(this.#limits.reasonFor(error), reached);
    } finally {
      this.#limits.end();
      this.record.end();
    }
  }

  /** What is the sandbox's to tell: its limits, and the end of the call. */
  #isOther(error: unknown): boolean {
    if (this.#parts.signal.aborted) return true;
    return (
      error instanceof Error && /^(LimitError|FileError|BrokenPipe|SandboxError)$/.test(error.name)
    );
  }

  async #follow(): Promise<IncomingMessage> {
    const { maxRedirects, options } = this.#parts.plan;
    for (;;) {
      const response = await this.#ask();
      const next = this.record.redirectTo(response, this.#hop.url);
      if (next === undefined || !options.has("location")) return response;
      response.destroy();
      if (this.record.redirects >= maxRedirects) {
        throw new CurlFailure(47, `Maximum (${maxRedirects}) redirects followed`);
      }
      checkProtocol(next);
      this.record.redirected();
      this.#hop = this.#nextHop(next, response.statusCode ?? 0);
    }
  }

  #nextHop(url: URL, status: number): Hop {
    const { asked } = this.#parts.plan;
    const { body, method } = this.#hop;
    const isFirstHost = this.#hop.isFirstHost && url.origin === this.#wanted.url.origin;
    const becomesGet =
      !KEEPS_METHOD.has(status) && method !== "HEAD" && (status === 303 || method === "POST");
    const isKept = !becomesGet && (KEEPS_METHOD.has(status) || asked === undefined);
    return {
      url,
      isFirstHost,
      method: becomesGet ? (asked ?? "GET") : method,
      body: isKept ? body : undefined,
    };
  }

  async #ask(): Promise<IncomingMessage> {
    const { options, plan } = this.#parts;
    const { body, method, url } = this.#hop;
    const addresses = await this.#addresses();
    const lines = headLines(plan, this.#hop);
    const headers = await sentLines(lines, { giver: options.secret, use: this.#use() });
    const { connectTimeout } = plan;
    const stop = this.#limits.limit(connectTimeout, () => this.record.timeoutWords());
    const response = await exchange({
      ...{ url, method, headers, addresses, ca: options.ca, signal: this.#limits.signal },
      body: body?.content,
      connected: () => {
        stop();
        this.record.mark("connect", url.protocol === "https:");
      },
    });
    this.record.answered(response, { method, sent: body?.content.length ?? 0 });
    this.#tell(lines, response);
    return response;
  }

  #use(): SecretUse {
    const { url } = this.#hop;
    const protocol = url.protocol === "https:" ? "https:" : "http:";
    return { host: url.hostname, port: portOf(url), protocol };
  }

  /** The addresses that the policy lets it connect to. */
  async #addresses(): Promise<readonly string[]> {
    const { context, options, plan } = this.#parts;
    const { url } = this.#hop;
    const host = url.hostname.replace(/^\[(.*)\]$/, "$1");
    const port = portOf(url);
    const { lookUp, mirrors } = options;
    const how = { ...(lookUp && { lookUp }), ...(mirrors && { mirrors }) };
    const noName = (error: unknown): never => {
      if (error instanceof Error && error.name === "SandboxError") throw error;
      throw new CurlFailure(6, `Could not resolve host: ${host}`, { cause: error });
    };
    const found = await this.#limits.within(context.reach({ host, port }, how).catch(noName));
    if ("policy" in found) {
      const words = `Failed to connect to ${host} port ${port}: refused by the policy`;
      throw new CurlFailure(7, `${words}: ${found.reason}`);
    }
    const family = plan.options.last("ipv4", "ipv6");
    const wanted = found.filter(
      (address) => family === undefined || address.includes(":") === (family === "ipv6"),
    );
    if (wanted.length === 0) return noName(undefined);
    this.record.mark("namelookup");
    return wanted;
  }

  /** The heads, where `-v`, `-i` or `-D` show them. */
  #tell(lines: readonly HeaderLine[], response: IncomingMessage): void {
    const { context, plan } = this.#parts;
    const head = headOf(response);
    if (plan.options.has("verbose")) {
      const { method, url } = this.#hop;
      const { ip, port } = this.record.remote;
      const said = [
        `* Connected to ${url.hostname} (${ip}) port ${port}`,
        `> ${method} ${url.pathname}${url.search} HTTP/1.1`,
        ...lines.map((line) => `> ${line.name}: ${shownValue(line)}`),
        "> ",
        ...head
          .trimEnd()
          .split("\r\n")
          .map((line) => `< ${line}`),
        "< ",
      ];
      context.stderr.write(said.map((line) => `${line}\n`).join(""));
    }
    if (plan.options.has("include", "head")) this.#sink().write(head);
    const dump = plan.options.value("dumpHeader");
    if (dump !== undefined) this.record.dump(head, () => this.#parts.files.sink(dump));
  }

  #sink(): Sink {
    const { files, plan } = this.#parts;
    const { output } = this.#wanted;
    return this.record.sink(() => {
      if (plan.options.has("createDirectories") && output !== "-") files.makeDirectories(output);
      return files.sink(output);
    });
  }

  async #receive(response: IncomingMessage): Promise<void> {
    const { maxFileSize, options } = this.#parts.plan;
    const status = response.statusCode ?? 0;
    const words = `The requested URL returned error: ${status}`;
    if (status >= 400 && options.has("fail")) {
      response.destroy();
      throw new CurlFailure(22, words);
    }
    const tooLarge = (): never => {
      throw new CurlFailure(63, "Maximum file size exceeded");
    };
    if (Number(response.headers["content-length"] ?? 0) > maxFileSize) tooLarge();
    const sink = this.#sink();
    for await (const chunk of decoded(response, options.has("compressed"))) {
      if (this.record.received + chunk.length > maxFileSize) tooLarge();
      this.record.received += chunk.length;
      sink.write(chunk);
    }
    if (status >= 400 && options.has("failWithBody")) throw new CurlFailure(22, words);
  }
}

function headOf({ httpVersion, rawHeaders, statusCode, statusMessage }: IncomingMessage): string {
  const lines = [`HTTP/${httpVersion} ${statusCode ?? 0} ${statusMessage ?? ""}`];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    lines.push(`${rawHeaders[at] ?? ""}: ${rawHeaders[at + 1] ?? ""}`);
  }
  return `${lines.join("\r\n")}\r\n\r\n`;
}
