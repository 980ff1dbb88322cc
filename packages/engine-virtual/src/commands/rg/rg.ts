import { FileError } from "../../files/errors.ts";
import type { Input, Running } from "../command.ts";
import { type Call, complain, defineCommand } from "../define-command.ts";
import { CommandError } from "../options.ts";
import { typesOf } from "./file-types.ts";
import { RG_OPTIONS, type RgKey } from "./rg-options.ts";
import { RgColors } from "./rg-colors.ts";
import { isColored, planRg } from "./rg-plan.ts";
import { FileSearch } from "./search-files.ts";
import { FileWalk } from "./walk-files.ts";

/** What was read of standard input to see whether there is any, with the rest of it. */
function withFirst(first: Uint8Array, rest: Input): Input {
  let waiting: Uint8Array | undefined = first;
  return {
    *read() {
      const chunk = waiting;
      waiting = undefined;
      return chunk ?? (yield* rest.read());
    },
    giveBack: (bytes) => rest.giveBack?.(bytes),
  };
}

interface Wanted {
  readonly call: Call<RgKey>;
  readonly operands: readonly string[];
  /** Whether it is the working directory that nobody named. */
  readonly isHere: boolean;
}

/** Without a path it is standard input where something is in it, and else the working directory. */
function* wantedOf(call: Call<RgKey>, operands: readonly string[]): Running<Wanted> {
  if (operands.length > 0) return { call, operands, isHere: false };
  const { stdin } = call.invocation;
  const first = yield* stdin.read();
  if (first === undefined) return { call, operands: [""], isHere: true };
  const invocation = { ...call.invocation, stdin: withFirst(first, stdin) };
  return { call: { ...call, invocation }, operands: ["-"], isHere: false };
}

function isNamed({ call, operands, isHere }: Wanted): boolean {
  const { invocation, options } = call;
  const asked = options.last("withFilename", "noFilename", "vimgrep");
  if (asked !== undefined) return asked !== "noFilename";
  if (isHere || operands.length > 1) return true;
  const [only = "-"] = operands;
  if (only === "-") return false;
  const path = invocation.resolve(only);
  return invocation.files.exists(path) && invocation.files.stat(path).kind === "directory";
}

function* searchAll(call: Call<RgKey>): Running<number> {
  const { operands, plan } = yield* planRg(call);
  const wanted = yield* wantedOf(call, operands);
  const search = new FileSearch(wanted.call, plan, isNamed(wanted));
  for (const file of walkOf(wanted)) {
    if (file === undefined) yield;
    else yield* search.search(file);
    if (search.isDone) return 0;
  }
  if (search.summary !== undefined) call.invocation.stdout.write(search.summary.line());
  if (search.hasFailed) return 2;
  return search.hasMatched ? 0 : 1;
}

const walkOf = ({ call, operands }: Wanted): ReturnType<FileWalk["all"]> =>
  new FileWalk(call.invocation, call.options).all(operands);

function* listFiles(call: Call<RgKey>): Running<number> {
  const { invocation, options } = call;
  const operands = options.operands.length === 0 ? [""] : options.operands;
  const end = options.has("null") ? "\0" : "\n";
  const colors = new RgColors(isColored(call));
  let status = 1;
  let hasFailed = false;
  for (const file of walkOf({ call, operands, isHere: options.operands.length === 0 })) {
    yield;
    if (file === undefined) continue;
    if (file.refusal !== undefined) {
      complain(invocation, `${file.name}: ${file.refusal}`);
      if (file.isNamed) return 2;
      hasFailed = true;
      continue;
    }
    status = 0;
    if (options.has("quiet")) return 0;
    invocation.stdout.write(colors.paint("path", file.name) + end);
  }
  return hasFailed ? 2 : status;
}

function* run(call: Call<RgKey>): Running<number> {
  if (call.options.has("typeList")) {
    const types = Object.entries(typesOf(call.options)).sort(([one], [other]) =>
      one < other ? -1 : 1,
    );
    const rows = types.map(([name, globs]) => `${name}: ${[...globs].sort().join(", ")}\n`);
    call.invocation.stdout.write(rows.join(""));
    return 0;
  }
  try {
    return yield* call.options.has("files") ? listFiles(call) : searchAll(call);
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    throw new CommandError(`${error.path}: ${error.message}`);
  }
}

/** ripgrep; it searches in the order of paths, as with `--sort path`. */
export const rg = defineCommand({
  name: "rg",
  description: "Search directories for lines that match a pattern",
  usage: "[OPTIONS] PATTERN [PATH ...]",
  options: RG_OPTIONS,
  usageStatus: 2,
  run,
});
