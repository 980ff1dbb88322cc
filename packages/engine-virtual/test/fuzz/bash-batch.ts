import { spawnSync } from "node:child_process";
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** What a script left behind. */
export interface Outcome {
  readonly stdout: string;
  readonly stderr: string;
  /** Of bash `NO_END` where its time was over first. */
  readonly status: number;
  /** Content by path; directories end in a slash, links begin with an arrow. */
  readonly tree: Readonly<Record<string, string>>;
}

export interface BesideBash {
  /** Where the script ran: the virtual shell starts there too. */
  readonly cwd: string;
  readonly outcome: Outcome;
}

export const ENVIRONMENT: Readonly<Record<string, string>> = {
  HOME: "/root",
  LC_ALL: "C.UTF-8",
  PATH: "/usr/local/bin:/usr/bin:/bin",
  TZ: "UTC",
};

const MOST_SECONDS_EACH = 20;
export const NO_END = -1;

/** A process for each script, one after the other, with little time, memory, room and no one to call. */
const DRIVER = `
ulimit -t 5 -f 8192 -v 1000000
for one in "$1"/*; do
  cd "$one/work" || exit 9
  unset OLDPWD
  began=\${EPOCHREALTIME/./}
  timeout --foreground -s KILL ${MOST_SECONDS_EACH} bash --norc -c -- "$(cat ../script)" < /dev/null > ../stdout 2> ../stderr
  status=$?
  (( \${EPOCHREALTIME/./} - began < ${MOST_SECONDS_EACH * 1e6} )) || status=${NO_END}
  echo $status > ../status
  \${CLEAN:-:}
done`;

/**
 * In the container: what a script without an end has left running, which may fork until nothing is left, and what any
 * has left in the root, where the next one would find it.
 */
const CLEAN = `
before=" $(echo /*) "
clean() {
  [ $status != ${NO_END} ] || kill -KILL -1
  for one in /*; do
    case $before in *" $one "*) ;; *) rm -rf "$one" ;; esac
  done
}
CLEAN=clean`;

let contained: boolean | undefined;

/** Whether bubblewrap is there and may make its namespaces. */
function mayContain(): boolean {
  contained ??= spawnSync("bwrap", ["--ro-bind", "/", "/", "--unshare-all", "true"]).status === 0;
  return contained;
}

function commandFor(directory: string): readonly [string, ...string[]] {
  if (!mayContain()) return ["bash", "--norc", "-c", DRIVER, "bash", directory];
  return [
    ...(["bwrap", "--unshare-all", "--die-with-parent", "--new-session"] as const),
    ...["--cap-drop", "ALL", "--ro-bind", "/usr", "/usr", "--proc", "/proc", "--dev", "/dev"],
    // Where Debian's awk leads.
    ...["--ro-bind-try", "/etc/alternatives", "/etc/alternatives"],
    // Who root is.
    ...["passwd", "group"].flatMap((name) => ["--ro-bind-try", `/etc/${name}`, `/etc/${name}`]),
    ...["bin", "lib", "lib64"].flatMap((name) => ["--symlink", `usr/${name}`, `/${name}`]),
    ...["--bind", directory, directory, "--chdir", directory],
    ...["bash", "--norc", "-c", CLEAN + DRIVER, "bash", directory],
  ];
}

const MOST_SECONDS = 1000;

/** What the machine's bash answers to each script, run in an empty directory of its own. */
export function askBashEach(scripts: readonly string[]): readonly BesideBash[] {
  const directory = mkdtempSync(join(tmpdir(), "fuzz-"));
  try {
    const places = scripts.map((script, index) => {
      const place = join(directory, index.toString().padStart(6, "0"));
      mkdirSync(join(place, "work"), { recursive: true });
      writeFileSync(join(place, "script"), script);
      return place;
    });
    const [program, ...args] = commandFor(directory);
    spawnSync(program, args, { env: ENVIRONMENT, timeout: MOST_SECONDS * 1000, stdio: "ignore" });
    return places.map((place) => ({ cwd: join(place, "work"), outcome: outcomeIn(place) }));
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

function outcomeIn(place: string): Outcome {
  const text = (name: string) => readFileSync(join(place, name), "utf8");
  return {
    stdout: text("stdout"),
    stderr: text("stderr"),
    status: Number(text("status")),
    tree: treeIn(join(place, "work")),
  };
}

function treeIn(root: string, below = ""): Readonly<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const last of readdirSync(join(root, below)).sort()) {
    const name = join(below, last);
    const path = join(root, name);
    const status = lstatSync(path);
    if (status.isSymbolicLink()) found[name] = `-> ${readlinkSync(path)}`;
    else if (status.isDirectory()) Object.assign(found, { [`${name}/`]: "" }, treeIn(root, name));
    else found[name] = readFileSync(path, "utf8");
  }
  return found;
}
