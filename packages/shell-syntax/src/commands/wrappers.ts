import { literalOf, type ShellWord, UNKNOWN } from "./shell-command.ts";

/** How a program that runs another one takes its own arguments. */
interface Wrapper {
  /** Short options that take a value. */
  readonly short?: string;
  /** Long options whose value is the next argument. */
  readonly long?: readonly string[];
  /** Arguments before the command. */
  readonly operands?: number;
  /** Settings of variables may come first. */
  readonly settings?: boolean;
  /** With one of these it runs nothing. */
  readonly asks?: string;
  /** It adds arguments that nobody knows. */
  readonly adds?: boolean;
}

const WRAPPERS: ReadonlyMap<string, Wrapper> = new Map(
  Object.entries<Wrapper>({
    builtin: {},
    busybox: {},
    chroot: { operands: 1, long: ["userspec", "groups"] },
    chrt: { short: "TPD", operands: 1 },
    command: { asks: "vV" },
    doas: { short: "uC" },
    env: { short: "uCS", long: ["unset", "chdir", "split-string"], settings: true },
    exec: { short: "a" },
    flock: { short: "wE", operands: 1 },
    fakeroot: { short: "lisbu" },
    gosu: { operands: 1 },
    ionice: { short: "cnpPu" },
    ltrace: { short: "aeFlnopsuSw" },
    nice: { short: "n", long: ["adjustment"] },
    nohup: {},
    nsenter: { short: "tSG", long: ["target", "setuid", "setgid"] },
    parallel: { short: "jaIL", adds: true },
    prlimit: { short: "p" },
    proot: { short: "rbw" },
    runuser: { short: "ugG" },
    setpriv: { long: ["reuid", "regid", "groups", "inh-caps", "bounding-set", "ambient-caps"] },
    setsid: {},
    stdbuf: { short: "ioe", long: ["input", "output", "error"] },
    strace: { short: "aeEIoOpPsSuX" },
    sudo: {
      short: "ugphRrtTUCD",
      long: ["user", "group", "prompt", "host", "chroot", "chdir", "role", "type"],
      settings: true,
    },
    taskset: { operands: 1 },
    time: { short: "fo", long: ["format", "output"] },
    timeout: { short: "sk", long: ["signal", "kill-after"], operands: 1 },
    unshare: { short: "RSGw" },
    xargs: {
      short: "adEIiLlnPsx",
      long: ["arg-file", "delimiter", "max-args", "max-procs", "max-chars", "replace"],
      adds: true,
    },
  }),
);

/** The name of a program, however it is called. */
export function programOf(word: ShellWord | undefined): string | undefined {
  return literalOf(word)?.split("/").at(-1);
}

/** The command that another one runs; undefined where it is none of those that do. */
export function commandIn(words: readonly ShellWord[]): readonly ShellWord[] | undefined {
  const wrapper = WRAPPERS.get(programOf(words[0]) ?? "");
  const command = wrapper === undefined ? [] : commandAfter(words.slice(1), wrapper);
  if (command.length === 0) return undefined;
  return wrapper?.adds === true ? [...command, { text: "", alternatives: [[UNKNOWN]] }] : command;
}

function commandAfter(args: readonly ShellWord[], wrapper: Wrapper): readonly ShellWord[] {
  const rest = afterOptions(args, wrapper) ?? [];
  return (wrapper.settings === true ? afterSettings(rest) : rest).slice(wrapper.operands ?? 0);
}

function afterSettings(words: readonly ShellWord[]): readonly ShellWord[] {
  const first = words.findIndex(({ text }) => !/^[A-Za-z_]\w*=/.test(text));
  return first === -1 ? [] : words.slice(first);
}

/** What follows the options; undefined where one of them only asks. */
function afterOptions(
  words: readonly ShellWord[],
  wrapper: Wrapper,
): readonly ShellWord[] | undefined {
  let left = words;
  for (;;) {
    const option = literalOf(left[0]);
    if (option === "--") return left.slice(1);
    if (option?.startsWith("-") !== true || option === "-") return left;
    if (asks(option, wrapper)) return undefined;
    left = left.slice(takesNext(option, wrapper) ? 2 : 1);
  }
}

function asks(option: string, { asks: letters = "" }: Wrapper): boolean {
  return (
    !option.startsWith("--") &&
    Array.from(option.slice(1)).some((letter) => letters.includes(letter))
  );
}

function takesNext(option: string, { short = "", long = [] }: Wrapper): boolean {
  if (option.startsWith("--")) return long.includes(option.slice(2));
  const letters = Array.from(option.slice(1));
  const valued = letters.findIndex((letter) => short.includes(letter));
  // A value may be attached: `-n5`.
  return valued !== -1 && valued === letters.length - 1;
}

/** What `find` runs: the words between `-exec` and its end, for each. */
export function commandsOfFind(words: readonly ShellWord[]): readonly (readonly ShellWord[])[] {
  const starts = words.flatMap((word, index) =>
    /^(-exec|-execdir|-ok|-okdir|-x|-X|--exec|--exec-batch)$/.test(literalOf(word) ?? "")
      ? [index + 1]
      : [],
  );
  return starts.map((start) => {
    const rest = words.slice(start);
    const end = rest.findIndex((word) => [";", "+"].includes(literalOf(word) ?? ""));
    const command = end === -1 ? rest : rest.slice(0, end);
    return command.map((word) =>
      word.text.includes("{}") ? { text: word.text, alternatives: [[UNKNOWN]] } : word,
    );
  });
}
