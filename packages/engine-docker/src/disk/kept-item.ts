/** What a thing of ours is for; `other`: of an image or a volume that this version does not know. */
export type Role =
  | "sandbox"
  | "gate"
  | "session"
  | "workspace-image"
  | "base-image"
  | "system-image"
  | "shelf"
  | "gate-sockets"
  | "history"
  | "config"
  | "other";

/** A container that uses an image or a volume; it need not be ours. */
export interface User {
  readonly id: string;
  readonly name: string;
  readonly isAlive: boolean;
}

/** Something of ours that the daemon keeps on its disk. */
export interface KeptItem {
  readonly kind: "container" | "image" | "volume";
  readonly role: Role;
  readonly id: string;
  readonly name: string;
  /** Bytes on disk: of an image all its layers, of a container what it wrote. */
  readonly bytes: number;
  /** What would be free without it: of an image the layers that no other one has. */
  readonly ownBytes: number;
  /** The workspace it belongs to; undefined for what several share. */
  readonly workspaceHash: string | undefined;
  /** The workspace's path where a label tells it. */
  readonly workspace: string | undefined;
  /** Of a sandbox in branch mode. */
  readonly branch: string | undefined;
  /** Of a container: it has processes, or will have them again without our doing. */
  readonly isAlive: boolean;
  /** Of an image or a volume. */
  readonly users: readonly User[];
  readonly created: Date;
  /** Of a container when it ended, of the rest when the last one that uses it did; or when it was made. */
  readonly lastUsed: Date;
  /** Of an image: what is known of it besides. */
  readonly image: ImageFacts | undefined;
}

export interface ImageFacts {
  /** Its names, `name:tag`; none where a newer image has them. */
  readonly tags: readonly string[];
  /** Whether it ever had one: a build's intermediate image has not. */
  readonly wasTagged: boolean;
  /** What it was built by, the oldest layer first: one text for each layer and all below it. */
  readonly layers: readonly ImageLayer[];
}

export interface ImageLayer {
  /** Equal for two images if they share this layer and all below it. */
  readonly chain: string;
  readonly bytes: number;
}
