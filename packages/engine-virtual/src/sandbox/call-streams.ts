import type { Output } from "../commands/command.ts";
import { bytesChannel, type Channel, inputChannel, NOTHING } from "../shell/io/channels.ts";
import { StreamInput } from "../shell/io/stream-input.ts";
import { encodeText } from "../shell/text.ts";

/** What one call reads, and who hears of what it writes. */
export interface CallStreams {
  /** Standard input: nothing, unless it is given. */
  readonly stdin?: string | Uint8Array | AsyncIterable<Uint8Array>;
  /** Whether somebody types it: waiting for it is then left out of the time that the call may take. */
  readonly isTyped?: boolean;
  /** Told of each piece of output as it is written, byte for byte; the result has all of it as text. */
  readonly onOutput?: (stream: "stdout" | "stderr", bytes: Uint8Array) => void;
}

export function stdinChannel(stdin: CallStreams["stdin"]): Channel {
  if (stdin === undefined) return NOTHING;
  if (typeof stdin === "string") return bytesChannel(encodeText(stdin));
  return stdin instanceof Uint8Array ? bytesChannel(stdin) : inputChannel(new StreamInput(stdin));
}

/** What is kept is told as well: only what the limits let through. */
export function heardOutput(
  kept: Output,
  stream: "stdout" | "stderr",
  onOutput: CallStreams["onOutput"],
): Output {
  if (onOutput === undefined) return kept;
  return {
    write(content) {
      kept.write(content);
      onOutput(stream, typeof content === "string" ? encodeText(content) : content);
    },
  };
}
