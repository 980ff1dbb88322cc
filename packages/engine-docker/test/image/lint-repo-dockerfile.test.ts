import { readFile } from "node:fs/promises";
import { describe, expect, it } from "@jest/globals";
import { dockerfileInstructions } from "../../src/image/dockerfile-instructions.ts";
import {
  BASE_PACKAGES,
  lintRepoDockerfile,
  SHARED_TOOLS,
} from "../../src/image/lint-repo-dockerfile.ts";

const FROM = "ARG BASE_IMAGE_TAG=latest\nFROM agent-sandbox-base:${BASE_IMAGE_TAG}\n";

function lint(text: string): readonly string[] {
  return lintRepoDockerfile(text).map(({ line, message }) => `${String(line)}: ${message}`);
}

function body(text: string): readonly string[] {
  return lint(FROM + text);
}

/** What a Dockerfile installs, by name. */
function installedIn(dockerfile: string) {
  const runs = dockerfileInstructions(dockerfile).filter(({ keyword }) => keyword === "RUN");
  const named = (command: RegExp) =>
    runs
      .flatMap(({ value }) => value.split("&&"))
      .flatMap((part) => command.exec(part)?.[1]?.trim().split(/\s+/) ?? [])
      .filter((word) => !word.startsWith("-"));
  return {
    apt: named(/apt-get (?:-o \S+ )?install (.*)/).map((word) =>
      word.replace(/^"([\w-]+)\$.*$/, "$1"),
    ),
    npm: named(/npm install (.*)/).map((word) => word.replace(/^"(.+)@.*$/, "$1")),
  };
}

describe("lintRepoDockerfile", () => {
  it("knows every package of the base image, and none that it does not have", async () => {
    const installed = installedIn(
      await readFile(new URL("../../../../base-image/Dockerfile", import.meta.url), "utf8"),
    );
    expect(installed.apt.length).toBeGreaterThan(20);
    for (const name of installed.apt) {
      expect(body(`RUN apt-get install -y ${name}`)).toEqual([
        `3: "${name}" comes with the base image already`,
      ]);
    }
    for (const name of installed.npm) expect(body(`RUN npm i -g ${name}@1.2.3`)).toHaveLength(1);
    // What else the linter knows are other names of what is there.
    const other = ["dnsmasq", "gnupg"];
    expect([...BASE_PACKAGES].sort()).toEqual([...installed.apt, ...other].sort());
    expect([...SHARED_TOOLS].sort()).toEqual([...installed.npm].sort());
  });

  it("has nothing against the template, nor against its optional lines", async () => {
    const template = new URL("../../../../templates/Dockerfile", import.meta.url);
    const text = await readFile(template, "utf8");
    expect(lint(text)).toEqual([]);
    const used = text
      .replace(/^# (RUN| {2})/gm, "$1")
      .replace("<repo-specific-packages>", "postgresql-client");
    expect(lint(used.replace("<tool>@<version>", "typescript@6"))).toEqual([]);
  });

  it.each([
    ["COPY . .", "workspace"],
    ["COPY ./ /app", "workspace"],
    ["copy --chown=node:node . /home/node/app", "workspace"],
    ['COPY [".", "/app"]', "workspace"],
    ["ADD . /src", "workspace"],
    ["ADD app.tar /workspace/app", "workspace"],
    ['ENTRYPOINT ["bash"]', "ENTRYPOINT"],
    ["entrypoint bash", "ENTRYPOINT"],
    ["RUN apt-get update && apt-get install -y git", '"git"'],
    ["RUN apt-get -o Acquire::Retries=3 install -y git", '"git"'],
    ["RUN sudo apt install -y --no-install-recommends jq=1.7", '"jq"'],
    ["RUN npm install -g @openai/codex@1.2.3", '"@openai/codex"'],
    ["RUN npm i -g '@anthropic-ai/claude-code'", '"@anthropic-ai/claude-code"'],
    ["COPY init-firewall.sh /usr/local/bin/", '"init-firewall.sh"'],
    ["COPY mine.sh /usr/local/lib/agent-sandbox/git-wrapper.sh", '"git-wrapper.sh"'],
    ["USER root", 'the last USER is "root"'],
    ["USER 0:0", 'the last USER is "0:0"'],
  ])("warns of %s with its line", (instruction, about) => {
    const warnings = body(instruction);
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toMatch(/^3: /);
    expect(warnings[0]).toContain(about);
  });

  it.each([
    "COPY package.json /opt/cache/",
    "COPY --from=build /out /opt/out",
    "RUN apt-get update && apt-get install -y libgit2-dev gitk",
    "RUN echo git && git config --system a.b c",
    "RUN npm install -g typescript",
    "# ENTRYPOINT bash",
    "USER root\nRUN id\nUSER node",
    "LABEL a=ENTRYPOINT",
    "RUN <<EOF\nENTRYPOINT x\nCOPY . .\nEOF",
  ])("has nothing against %j", (instructions) => {
    expect(body(instructions)).toEqual([]);
  });

  it("gives the line where a continued instruction begins, and reads over comments in it", () => {
    const text =
      "RUN true\n\nRUN apt-get install -y \\\n  # the database\n  redis \\\n  vim \\\n && true\n";
    expect(body(text)).toEqual(['5: "vim" comes with the base image already']);
  });

  it("warns when the image is made from another", () => {
    expect(lint("FROM node:24\n")).toEqual([
      '1: the image is not made from "agent-sandbox-base", but from "node:24"',
    ]);
    expect(lint("")).toEqual(['1: there is no "FROM agent-sandbox-base"']);
    expect(lint("FROM agent-sandbox-base-of-mine\n")).toHaveLength(1);
  });

  it("reads ARG in FROM, with its default and its other forms", () => {
    expect(lint("ARG BASE=agent-sandbox-base\nFROM $BASE:1\n")).toEqual([]);
    expect(lint("FROM ${BASE:-agent-sandbox-base:1}\n")).toEqual([]);
    expect(lint("ARG BASE=debian\nFROM ${BASE}\n")).toHaveLength(1);
  });

  it("looks at the last stage alone, through the names of stages", () => {
    const first = "FROM node:24 AS build\nCOPY . .\nUSER root\nENTRYPOINT x\n";
    expect(lint(`${first}FROM agent-sandbox-base:1\nCOPY --from=build /a /a\n`)).toEqual([]);
    expect(lint("FROM agent-sandbox-base:1 AS one\nFROM one\n")).toEqual([]);
    expect(lint("FROM agent-sandbox-base:1 AS one\nFROM node:24\n")).toHaveLength(1);
  });
});
