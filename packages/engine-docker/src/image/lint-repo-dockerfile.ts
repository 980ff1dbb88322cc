import { basename } from "node:path";
import { AGENT_PACKAGES } from "./agent-packages.ts";
import {
  dockerfileArguments,
  dockerfileInstructions,
  type Instruction,
} from "./dockerfile-instructions.ts";

/** What a repository's Dockerfile should not do (seed 002, "Per-repo Dockerfile"), and where. */
export interface DockerfileWarning {
  /** Counted from 1. */
  readonly line: number;
  readonly message: string;
}

const BASE = /^agent-sandbox-base(?::|@|$)/;
/** What the base image's Dockerfile installs, and other names of it. */
export const BASE_PACKAGES: ReadonlySet<string> = new Set(
  (
    "aggregate ca-certificates curl dnsmasq dnsmasq-base dnsutils fzf gh git git-delta gnupg gnupg2 ipset " +
    "iproute2 iptables jq less man-db nano openssh-client procps ripgrep sudo tini unzip vim"
  ).split(" "),
);
/** What it installs by npm. */
export const SHARED_TOOLS: ReadonlySet<string> = new Set([
  ...Object.values(AGENT_PACKAGES),
  "@ast-grep/cli",
]);
const SCRIPTS = new Set(["entrypoint.sh", "git-wrapper.sh", "init-firewall.sh"]);

/** Reads a repository's Dockerfile and returns its warnings in the order of their lines. */
export function lintRepoDockerfile(source: string): readonly DockerfileWarning[] {
  const instructions = dockerfileInstructions(source);
  const warnings = [
    ...lintFrom(instructions, dockerfileArguments(source)),
    ...lastStage(instructions).flatMap(lintInstruction),
    ...lintUser(lastStage(instructions)),
  ];
  return warnings.sort((a, b) => a.line - b.line);
}

function lastStage(instructions: readonly Instruction[]): readonly Instruction[] {
  return instructions.slice(instructions.findLastIndex(({ keyword }) => keyword === "FROM") + 1);
}

// Only the last stage becomes the image; stages before it may build on what they like.
function lintFrom(
  instructions: readonly Instruction[],
  defaults: ReadonlyMap<string, string>,
): readonly DockerfileWarning[] {
  const stages = instructions.filter(({ keyword }) => keyword === "FROM");
  const images = new Map<string, string>();
  for (const stage of stages) {
    const [image = "", , name] = words(stage.value).filter((word) => !word.startsWith("--"));
    const real = expand(image, defaults);
    images.set((name ?? "").toLowerCase(), images.get(real.toLowerCase()) ?? real);
    if (stage === stages.at(-1) && !BASE.test(images.get(real.toLowerCase()) ?? real)) {
      return [
        warning(stage, `the image is not made from "agent-sandbox-base", but from "${real}"`),
      ];
    }
  }
  return stages.length > 0 ? [] : [{ line: 1, message: 'there is no "FROM agent-sandbox-base"' }];
}

function lintInstruction(instruction: Instruction): readonly DockerfileWarning[] {
  switch (instruction.keyword) {
    case "ENTRYPOINT":
      return [
        warning(instruction, "ENTRYPOINT replaces the base image's own, which closes the network"),
      ];
    case "COPY":
    case "ADD":
      return lintCopy(instruction);
    case "RUN":
      return lintRun(instruction);
    default:
      return [];
  }
}

function lintCopy(instruction: Instruction): readonly DockerfileWarning[] {
  const all = copyWords(instruction.value);
  if (all.some((word) => word.startsWith("--from="))) return [];
  const paths = all.filter((word) => !word.startsWith("--"));
  const sources = paths.slice(0, -1);
  const script = [...sources, paths.at(-1) ?? ""]
    .map((path) => basename(path))
    .find((name) => SCRIPTS.has(name));
  if (script !== undefined) {
    return [
      warning(instruction, `"${script}" comes with the base image, and is not to be replaced`),
    ];
  }
  if (!sources.some(isWholeContext) && !/^\/workspace(?:\/|$)/.test(paths.at(-1) ?? "")) return [];
  return [
    warning(
      instruction,
      "the workspace is mounted at run time, and is not to be copied into the image",
    ),
  ];
}

// The JSON form is a list of strings; the other one is words.
function copyWords(value: string): readonly string[] {
  const flags = /^(?:--\S+\s+)*/.exec(value)?.[0] ?? "";
  const rest = value.slice(flags.length);
  return [...words(flags), ...(rest.startsWith("[") ? quoted(rest) : words(rest))];
}

function quoted(list: string): readonly string[] {
  return [...list.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, word]) => word ?? "");
}

function isWholeContext(path: string): boolean {
  return /^(?:\.?\/?|\.?\/?\*|\.\.(?:\/.*)?)$/.test(path);
}

function lintRun(instruction: Instruction): readonly DockerfileWarning[] {
  const commands = instruction.value.split(/&&|\|\||[;|\n]/).map(words);
  return commands
    .flatMap((command) => [
      ...repeated(command, /^(?:apt|apt-get|aptitude)$/, BASE_PACKAGES),
      ...repeated(command, /^(?:npm|pnpm|yarn)$/, SHARED_TOOLS),
    ])
    .map((name) => warning(instruction, `"${name}" comes with the base image already`));
}

// What an installing command names that is in `known`, without its version.
function repeated(
  command: readonly string[],
  program: RegExp,
  known: ReadonlySet<string>,
): readonly string[] {
  const at = command.findIndex((word) => program.test(basename(word)));
  if (at === -1 || !command.slice(at).some((word) => /^(?:install|i|add)$/.test(word))) return [];
  return command
    .slice(at + 1)
    .map((word) => word.replace(/^["']|["']$/g, "").replace(/(.)[@=].*$/, "$1"))
    .filter((word) => known.has(word));
}

function lintUser(stage: readonly Instruction[]): readonly DockerfileWarning[] {
  const last = stage.findLast(({ keyword }) => keyword === "USER");
  if (last === undefined || /^(?:node|1000)(?::|$)/.test(last.value)) return [];
  return [warning(last, `the last USER is "${last.value}"; end with "USER node"`)];
}

function expand(text: string, values: ReadonlyMap<string, string>): string {
  // "$NAME" and "${NAME}", with a default after ":-" or "-".
  return text.replace(/\$(\w+|\{\w+(?::?-[^}]*)?\})/g, (_, reference: string) => {
    const [, name = "", other = ""] = /^\{?(\w+)(?::?-([^}]*))?/.exec(reference) ?? [];
    return values.get(name) ?? other;
  });
}

function words(text: string): readonly string[] {
  return text.split(/\s+/).filter((word) => word !== "");
}

function warning({ line }: Instruction, message: string): DockerfileWarning {
  return { line, message };
}
