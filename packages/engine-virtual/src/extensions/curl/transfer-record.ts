import type { IncomingMessage } from "node:http";

import type { Sink } from "./curl-files.ts";
import type { Reached } from "./curl-failure.ts";
import type { Wanted } from "./curl-plan.ts";
import type { TimeName, TransferFacts } from "./write-out.ts";

const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/** What one transfer has done so far, and what it has opened. */
export class TransferRecord {
  readonly #wanted: Wanted;
  readonly #index: number;
  readonly #from = performance.now();
  readonly #times = new Map<TimeName, number>();
  #sinks: Sink[] = [];
  #output: Sink | undefined;
  #dump: Sink | undefined;
  #response: IncomingMessage | undefined;
  #effective: URL;
  #redirectUrl = "";
  #method = "GET";
  #sent = 0;
  #connections = 0;
  remote = { ip: "", port: "" };
  redirects = 0;
  received = 0;

  constructor(wanted: Wanted, index: number) {
    this.#wanted = wanted;
    this.#index = index;
    this.#effective = wanted.url;
  }

  mark(name: TimeName, isSecure = false): void {
    this.#times.set(name, this.#seconds());
    if (isSecure) this.#times.set("appconnect", this.#seconds());
    if (name === "connect") this.#connections += 1;
  }

  answered(
    response: IncomingMessage,
    { method, sent }: { readonly method: string; readonly sent: number },
  ): void {
    const { remoteAddress = "", remotePort = "" } = response.socket;
    this.remote = { ip: remoteAddress, port: String(remotePort) };
    this.#response = response;
    this.#method = method;
    this.#sent = sent;
    this.mark("pretransfer");
    this.mark("starttransfer");
  }

  /** Where an answer leads to, if it leads on. */
  redirectTo({ headers, statusCode = 0 }: IncomingMessage, from: URL): URL | undefined {
    const { location } = headers;
    this.#effective = from;
    const next = REDIRECTS.has(statusCode) ? URL.parse(location ?? "", from.href) : null;
    if (location === undefined || next === null) return undefined;
    if (next.hash === "") next.hash = from.hash;
    this.#redirectUrl = next.href;
    return next;
  }

  redirected(): void {
    this.redirects += 1;
    this.#redirectUrl = "";
    this.#response = undefined;
    this.mark("redirect");
  }

  /** Opened once. */
  sink(open: () => Sink): Sink {
    this.#output ??= this.#opened(open);
    return this.#output;
  }

  dump(head: string, open: () => Sink): void {
    this.#dump ??= this.#opened(open);
    this.#dump.write(head);
  }

  #opened(open: () => Sink): Sink {
    const sink = open();
    this.#sinks.push(sink);
    return sink;
  }

  reached(): Pick<Reached, "after" | "answered" | "missing"> {
    const length = this.#response?.headers["content-length"];
    return {
      after: performance.now() - this.#from,
      answered: this.#response !== undefined,
      missing: length === undefined ? undefined : Number(length) - this.received,
    };
  }

  timeoutWords(): string {
    const after = Math.round(performance.now() - this.#from);
    if (this.#response === undefined && this.#connections === 0) {
      return `Connection timed out after ${after} milliseconds`;
    }
    const length = this.#response?.headers["content-length"];
    const whole = length === undefined ? "" : ` out of ${length}`;
    return `Operation timed out after ${after} milliseconds with ${this.received}${whole} bytes received`;
  }

  end(): void {
    this.mark("total");
    for (const sink of this.#sinks) sink.close();
    this.#sinks = [];
    this.#response?.destroy();
  }

  facts(exitCode: number, error: string): TransferFacts {
    const raw = this.#response?.rawHeaders ?? [];
    const headers = raw.flatMap((name, at) =>
      at % 2 === 0 ? [[name, raw[at + 1] ?? ""] as const] : [],
    );
    return {
      ...{ exitCode, error, headers, redirects: this.redirects, redirectUrl: this.#redirectUrl },
      ...{ method: this.#method, sent: this.#sent, received: this.received, remote: this.remote },
      ...{ index: this.#index, output: this.#wanted.output, connections: this.#connections },
      url: this.#wanted.url.href,
      effective: this.#effective.href,
      status: this.#response?.statusCode ?? 0,
      times: this.#times,
    };
  }

  #seconds(): number {
    return (performance.now() - this.#from) / 1000;
  }
}
