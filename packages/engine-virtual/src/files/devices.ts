import { FileError } from "./errors.ts";
import type { Entry, OpenFile } from "./files.ts";
import type { AnyNode, DeviceNode, DirectoryNode } from "./tree.ts";
import { emptyDirectory } from "./tree.ts";

const CHUNK = 65_536;

const standard = (descriptor: number): DeviceNode => ({
  kind: "device",
  device: "descriptor",
  descriptor,
});

const DEVICES: ReadonlyMap<string, DeviceNode> = new Map<string, DeviceNode>([
  ...(["null", "zero", "full", "random", "tty"] as const).map(
    (device) => [device, { kind: "device", device }] as const,
  ),
  ["urandom", { kind: "device", device: "random" }],
  ["stdin", standard(0)],
  ["stdout", standard(1)],
  ["stderr", standard(2)],
]);

/** Stands at `/dev`, in no listing of `/`: what belongs to the machine is not among a user's files. */
export const DEVICE_DIRECTORY: DirectoryNode = emptyDirectory(0o755, 0);
const DESCRIPTOR_DIRECTORY: DirectoryNode = emptyDirectory(0o755, 0);

const DEVICE_ENTRIES: readonly Entry[] = [
  { name: "fd", kind: "directory" },
  ...Array.from(DEVICES.keys(), (name) => ({ name, kind: "device" as const })),
];

/** Those that each command has: which others are open is the shell's to know. */
const DESCRIPTOR_ENTRIES: readonly Entry[] = ["0", "1", "2"].map((name) => ({
  name,
  kind: "device",
}));

/** What is listed of `/dev` or `/dev/fd`. */
export function deviceEntries(directory: AnyNode): readonly Entry[] {
  return directory === DESCRIPTOR_DIRECTORY ? DESCRIPTOR_ENTRIES : DEVICE_ENTRIES;
}

/** What is in `/dev` or `/dev/fd`. */
function deviceIn(directory: DirectoryNode, name: string): AnyNode | undefined {
  if (directory === DESCRIPTOR_DIRECTORY) {
    return /^\d{1,9}$/.test(name) ? standard(Number(name)) : undefined;
  }
  return name === "fd" ? DESCRIPTOR_DIRECTORY : DEVICES.get(name);
}

export const isOfDevices = (node: AnyNode): boolean =>
  node === DEVICE_DIRECTORY || node === DESCRIPTOR_DIRECTORY || node.kind === "device";

export function childOf(directory: DirectoryNode, name: string): AnyNode | undefined {
  return isOfDevices(directory) ? deviceIn(directory, name) : directory.entries.get(name);
}

const END: OpenFile = { read: () => undefined, write: () => undefined, close: () => undefined };

/** `length` bytes of it for each read, for ever. */
const endless = (fill: (bytes: Uint8Array<ArrayBuffer>) => Uint8Array): OpenFile => ({
  ...END,
  read: (length = CHUNK) => fill(new Uint8Array(Math.min(length, CHUNK))),
});

export function openDevice({ device }: DeviceNode, path: string): OpenFile {
  switch (device) {
    case "null":
      return END;
    case "zero":
      return endless((bytes) => bytes);
    case "full": {
      const refuse = (): never => {
        throw new FileError("ENOSPC", path);
      };
      return { ...endless((bytes) => bytes), write: refuse };
    }
    case "random":
      return endless((bytes) => crypto.getRandomValues(bytes));
    case "tty":
    case "descriptor":
      throw new FileError("ENXIO", path);
  }
}
