import type Docker from "dockerode";

/** dockerode's types leave out what its modem can do. */
interface Modem {
  demuxStream(
    stream: NodeJS.ReadableStream,
    stdout: NodeJS.WritableStream,
    stderr: NodeJS.WritableStream,
  ): void;
}

/** Takes the daemon's stream of a command without a terminal apart into output and errors. */
export function demux(
  container: Docker.Container,
  stream: NodeJS.ReadableStream,
  { stdout, stderr }: { stdout: NodeJS.WritableStream; stderr: NodeJS.WritableStream },
): void {
  (container.modem as Modem).demuxStream(stream, stdout, stderr);
}
