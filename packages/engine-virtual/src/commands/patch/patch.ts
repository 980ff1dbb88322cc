import { FileError } from "../../files/errors.ts";
import type { Running } from "../command.ts";
import { type Call, complain, defineCommand } from "../define-command.ts";
import { openInput, readAll } from "../inputs.ts";
import { type FilePatch, NO_CHANGES, PatchError } from "./file-patch.ts";
import { PatchReader } from "./parse-patch.ts";
import { joined } from "../operands.ts";
import { FilePatcher } from "./patch-file.ts";
import { PATCH_OPTIONS, type PatchKey, planPatch } from "./patch-options.ts";

function* textOf({ invocation, options }: Call<PatchKey>): Running<string> {
  const name = options.value("input") ?? options.operands[1] ?? "-";
  const directory = options.value("directory");
  const isBelow = directory !== undefined && name !== "-" && !name.startsWith("/");
  const path = isBelow ? joined(directory, name) : name;
  try {
    return Buffer.from(yield* readAll(openInput(invocation, path))).toString("latin1");
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    // A directory can be opened.
    const what = error.code === "EISDIR" ? "read error" : `Can't open patch file ${name}`;
    throw new PatchError(`${what} : ${error.message}`);
  }
}

/** What diff writes without a format is a patch only where it is said for which file. */
function isNameless({ options }: Call<PatchKey>, patch: FilePatch): boolean {
  if (patch.form !== "normal" || options.has("normal") || options.operands.length > 0) return false;
  return [patch.old, patch.now, patch.index].every((name) => name === undefined);
}

/** What is in another form than was asked for is no patch. */
function isOfOtherForm({ options }: Call<PatchKey>, { form }: FilePatch): boolean {
  const asked = options.last("context", "normal", "unified");
  return asked !== undefined && asked !== form;
}

function* applyAll(call: Call<PatchKey>): Running<number> {
  const text = yield* textOf(call);
  const patcher = new FilePatcher(call, planPatch(call.options));
  patcher.makeOutput();
  const copies = call.options.has("output") && call.options.operands.length > 0;
  if (text === "" && copies) return yield* patcher.patch(NO_CHANGES);
  const isNamed = call.options.operands.length > 0;
  let status = 0;
  let count = 0;
  for (const patch of new PatchReader(text, isNamed).patches()) {
    yield;
    if (patch === undefined || isNameless(call, patch) || isOfOtherForm(call, patch)) continue;
    count += 1;
    status = Math.max(status, yield* patcher.patch(patch));
  }
  if (count === 0 && text !== "")
    throw new PatchError("Only garbage was found in the patch input.");
  return status;
}

function* run(call: Call<PatchKey>): Running<number> {
  try {
    return yield* applyAll(call);
  } catch (error) {
    if (!(error instanceof PatchError)) throw error;
    complain(call.invocation, `**** ${error.message}`);
    return 2;
  }
}

export const patch = defineCommand({
  name: "patch",
  description: "Apply a diff to files",
  usage: "[OPTION]... [ORIGFILE [PATCHFILE]]",
  options: PATCH_OPTIONS,
  usageStatus: 2,
  namesHint: true,
  run,
});
