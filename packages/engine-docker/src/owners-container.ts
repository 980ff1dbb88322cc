import type { ContainerCreateOptions } from "dockerode";

/**
 * Beside the network mode "none", for which Docker still sets a network up: a namespace with nothing in it,
 * in half the time of a start.
 */
export const NO_NETWORK = { NetworkDisabled: true } as const satisfies ContainerCreateOptions;

/** To give the volumes' tops to the owner, and then to become the owner for good. */
export const OWNER_CAPABILITIES = ["CAP_CHOWN", "CAP_SETGID", "CAP_SETPCAP", "CAP_SETUID"];

/**
 * What the containers share that do one thing with a workspace's volumes, as their owner: they are
 * asked by their input, which ends with whoever opened them, however that one ends.
 */
export const OWNERS_CONTAINER = {
  User: "root",
  WorkingDir: "/",
  OpenStdin: true,
  StdinOnce: true,
  AttachStdin: true,
  AttachStdout: true,
  AttachStderr: true,
  ...NO_NETWORK,
} as const satisfies ContainerCreateOptions;

/** Nothing of what they hold goes out: they answer on their output, and a log would keep that. */
export const OWNERS_HOST_CONFIG = {
  AutoRemove: true,
  NetworkMode: "none",
  ReadonlyRootfs: true,
  CapDrop: ["ALL"],
  CapAdd: OWNER_CAPABILITIES,
  SecurityOpt: ["no-new-privileges"],
  LogConfig: { Type: "none", Config: {} },
} satisfies ContainerCreateOptions["HostConfig"];
