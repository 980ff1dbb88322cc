import type { Options } from "../../commands/options.ts";
import type { ExtensionContext } from "../../sandbox/extension.ts";
import type { CurlOptions } from "./curl.ts";
import { CurlFailure } from "./curl-failure.ts";
import { CurlFiles } from "./curl-files.ts";
import { CURL_OPTIONS, CURL_USAGE, type CurlKey } from "./curl-options.ts";
import { planCurl, readCurlOptions } from "./curl-plan.ts";
import { Transfer, type TransferParts } from "./transfer.ts";
import { writeOut } from "./write-out.ts";

export interface CurlCall {
  readonly args: readonly string[];
  readonly context: ExtensionContext;
  readonly options: CurlOptions;
  readonly signal: AbortSignal;
}

/** Runs one command line; its status. */
export async function runCurl(call: CurlCall): Promise<number> {
  const { context } = call;
  let given: Options<CurlKey>;
  try {
    given = readCurlOptions(call.args);
  } catch (error) {
    return wrongUsage(error, context);
  }
  if (given.has("help", "version")) return tellOfItself(given, context);
  const files = new CurlFiles(context);
  try {
    return await transferAll({ ...call, files, plan: planCurl(given, files) });
  } catch (error) {
    return wrongUsage(error, context);
  }
}

function wrongUsage(error: unknown, { stderr }: ExtensionContext): number {
  if (!(error instanceof CurlFailure)) throw error;
  if (error.status !== 2) {
    stderr.write(`curl: (${error.status}) ${error.message}\n`);
    return error.status;
  }
  stderr.write(`curl: ${error.message}\ncurl: try 'curl --help' for more information\n`);
  return error.status;
}

function tellOfItself(given: Options<CurlKey>, { stdout }: ExtensionContext): number {
  if (given.has("version")) {
    stdout.write("curl 8.0 (agent-sandbox)\nProtocols: http https\n");
    return 0;
  }
  const rows = Object.values(CURL_OPTIONS).map(
    (spellings) => ` ${spellings.replaceAll(" ", ", ")}`,
  );
  stdout.write(`Usage: ${CURL_USAGE}\n${rows.join("\n")}\n`);
  return 0;
}

/** One after another; the status is the last one's. */
async function transferAll(parts: TransferParts): Promise<number> {
  let status = 0;
  for (const [index, wanted] of parts.plan.wanted.entries()) {
    const transfer = new Transfer(parts, wanted, index);
    let message = "";
    status = 0;
    try {
      await transfer.run();
    } catch (error) {
      if (!(error instanceof CurlFailure)) throw error;
      ({ message, status } = error);
      complain(parts, error);
    }
    tellOf(transfer, parts, { message, status });
  }
  return status;
}

function complain({ context, plan }: TransferParts, failure: CurlFailure): void {
  const { message, status, warning } = failure;
  if (warning !== undefined && !plan.options.has("silent")) {
    context.stderr.write(`Warning: ${warning}\n`);
  }
  if (plan.options.has("silent") && !plan.options.has("showError")) return;
  context.stderr.write(`curl: (${status}) ${message}\n`);
}

function tellOf(
  transfer: Transfer,
  { context, files, plan }: TransferParts,
  { message, status }: { readonly message: string; readonly status: number },
): void {
  const format = plan.options.value("writeOut");
  if (format === undefined) return;
  const text = format.startsWith("@") ? files.read(format.slice(1)).toString() : format;
  const { stderr, stdout } = writeOut(text, transfer.record.facts(status, message));
  if (stdout !== "") context.stdout.write(stdout);
  if (stderr !== "") context.stderr.write(stderr);
}
