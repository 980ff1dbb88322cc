import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import { isPlainDockerfile } from "../../src/image/is-plain-dockerfile.ts";

const TEMPLATE = join(import.meta.dirname, "../../../../templates/Dockerfile");

describe("isPlainDockerfile", () => {
  it("is what init writes, with another tag or other comments as well", () => {
    const template = readFileSync(TEMPLATE, "utf8");
    expect(isPlainDockerfile(template)).toBe(true);
    expect(isPlainDockerfile(template.replace("latest", "2026-01"))).toBe(true);
    expect(isPlainDockerfile(`# more\n\n${template.replaceAll("\n", "\r\n")}`)).toBe(true);
    expect(isPlainDockerfile("FROM agent-sandbox-base\n")).toBe(true);
  });

  it.each([
    "RUN true",
    "COPY x /x",
    "ENV LD_PRELOAD=/x",
    "ENTRYPOINT /bin/sh",
    'VOLUME ["/x"]',
    "FROM evil",
    "FROM agent-sandbox-base@sha256:0",
    "FROM agent-sandbox-base.evil.example/x",
    "FROM evil.example/agent-sandbox-base",
    "FROM agent-sandbox-base:${OTHER}",
    "FROM --platform=x agent-sandbox-base",
    "FROM agent-sandbox-base AS x",
    "ARG BASE_IMAGE_TAG=x/../evil",
    "ARG BASE_IMAGE_TAG=latest \\",
    "ARG OTHER=1",
    "USER 0",
    "USER root \\",
    "USER root\u2028RUN true",
    " # escape\\\nRUN true",
    "#x\rRUN true\nRUN true",
  ])("is not one with %j", (line) => {
    expect(isPlainDockerfile(`FROM agent-sandbox-base:latest\n${line}\n`)).toBe(false);
  });
});
