/** A program of the image, by what `--version` said. */
export interface ProgramFacts {
  readonly status: number;
  readonly said: string;
}

export interface VolumeFacts {
  readonly name: string;
  /** Of the volume's top. */
  readonly uid: number;
  readonly mode: number;
  /** Whether it holds what is not the workspace's owner's. */
  readonly hasForeign: boolean;
  /** Files with credentials, by name, and their modes. */
  readonly secrets: readonly { readonly name: string; readonly mode: number }[];
}

/** What only a container sees. */
export interface InsideFacts {
  /** How far the container's clock is from this machine's, in milliseconds; ahead is positive. */
  readonly clockAheadMs: number | undefined;
  /** What is free where the daemon keeps its data, in bytes. */
  readonly freeBytes: number | undefined;
  readonly programs: ReadonlyMap<string, ProgramFacts>;
  readonly volumes: readonly VolumeFacts[];
}

/** When the container ran, by this machine's clock. */
interface Window {
  readonly startedAt: number;
  readonly endedAt: number;
}

/** Pure: the facts of what `lookInside` runs; a fact that it could not tell is left out. */
export function parseInside(said: string, window: Window): InsideFacts {
  const lines = said.split("\n").map((line) => line.split("\t"));
  const of = (kind: string) =>
    lines.filter(([first]) => first === kind).map((line) => line.slice(1));
  const [[time] = []] = of("clock");
  const [[free, size] = []] = of("disk");
  return {
    clockAheadMs: time === undefined ? undefined : ahead(Number(time) * 1000, window),
    freeBytes: free === undefined ? undefined : Number(free) * Number(size),
    programs: new Map(
      of("program").map(([name = "", status, text = ""]) => [
        name,
        { status: Number(status), said: text },
      ]),
    ),
    volumes: of("volume").map(([name = "", uid, mode]) => ({
      name,
      uid: Number(uid),
      mode: parseInt(mode ?? "0", 8),
      hasForeign: of("foreign").some(([volume]) => volume === name),
      secrets: of("secret")
        .filter(([volume]) => volume === name)
        .map(([, file = "", each]) => ({ name: file, mode: parseInt(each ?? "0", 8) })),
    })),
  };
}

/** Nothing where the clock may have shown that while the container ran. */
function ahead(time: number, { startedAt, endedAt }: Window): number {
  if (time < startedAt) return time - startedAt;
  return Math.max(0, time - endedAt);
}
