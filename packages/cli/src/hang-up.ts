/**
 * A terminal that was closed (EIO) hangs up, at the first failure of each of its streams; a reader that
 * has gone (EPIPE) is told by who follows the signals. This process ends by itself, once that is done.
 */
export function hangUpWith(stream: NodeJS.EventEmitter): void {
  let told = false;
  stream.on("error", ({ code }: NodeJS.ErrnoException) => {
    if (told || code === "EPIPE") return;
    told = true;
    process.emit("SIGHUP", "SIGHUP");
  });
}
