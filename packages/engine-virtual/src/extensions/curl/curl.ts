import type { Extension } from "../../sandbox/extension.ts";
import type { ReachOptions } from "../../sandbox/reach.ts";
import { CURL_USAGE } from "./curl-options.ts";
import type { SecretGiver } from "./secrets.ts";

export interface CurlOptions extends ReachOptions {
  /** What `secret:NAME` stands for in the values of `-H` and `-u`. */
  readonly secret?: SecretGiver;
  /** Certificates, as PEM, that are trusted instead of Node's own. */
  readonly ca?: readonly string[];
}

/**
 * An HTTP client, as curl(1). It reaches what the policy of the sandbox opens, each redirect judged anew,
 * and connects to the very address that was judged; private addresses are refused, but for `mirrors`.
 * Without a policy it reaches nothing.
 *
 * `secret:NAME` in the value of `-H` or `-u` is put in as the request is sent, to the host that the
 * embedding program gave it for. The command line, the history, the audit log, `-v` and messages have the
 * name only; a redirect to another host goes without. What the server answers is shown as it is: one
 * that repeats what it was sent shows the secret, so `secret` should look at the host.
 *
 * Other than curl's: no progress meter, no cookie files, no proxies, HTTP/1.1 alone; `-k` is refused.
 */
export function curl(options: CurlOptions = {}): Extension {
  return {
    name: "curl",
    description: "Transfer a URL",
    usage: CURL_USAGE,
    readsInput: (args) => args.some((arg) => arg === "-" || /@-$|@?\/dev\/stdin$/.test(arg)),
    async execute(args, context) {
      // Asked for before anything is awaited: a call that is over by then has aborted it.
      const { signal } = context;
      const { runCurl } = await import("./run-curl.ts");
      signal.throwIfAborted();
      return { exitCode: await runCurl({ args, context, options, signal }) };
    },
  };
}
