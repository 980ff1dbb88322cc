import { type Builtin, refuse } from "./builtin.ts";

/** There is nothing in the background to wait for. */
export const wait: Builtin = {
  name: "wait",
  description: "Wait for what runs in the background: nothing ever does",
  usage: "wait",
  run: (call) =>
    call.args.length === 0
      ? 0
      : refuse(call, `pid ${call.args[0] ?? ""} is not a child of this shell`, 127),
};
