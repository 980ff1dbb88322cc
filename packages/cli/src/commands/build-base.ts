import { join } from "node:path";

import { buildBaseImage } from "@agent-sandbox/engine-docker/image";
import * as Flags from "@oclif/core/flags";

import { assetsDirectory } from "../assets.ts";
import { listenForInterrupts } from "../interrupts.ts";
import { SandboxCommand } from "../sandbox-command.ts";
import { showSteps } from "../show-steps.ts";
import { enginePorts } from "../engine-ports.ts";

const version = (tool: string) =>
  Flags.string({ description: `version of ${tool} (default: the newest)`, helpValue: "VERSION" });

export default class BuildBase extends SandboxCommand {
  static override summary = "Build the base image that every workspace's image is made from";
  static override description =
    "Starts from the official Node image. Where no container registry can be reached it makes the operating-system layer itself, from Debian's packages and npm, if mmdebstrap or debootstrap is installed.";
  static override examples = [
    "<%= config.bin %> build-base",
    "<%= config.bin %> build-base --tag 2024-08-12 --claude-code-version 1.2.3",
    "<%= config.bin %> build-base --bootstrap --ca-bundle /etc/ssl/company.pem",
  ];
  static override flags = {
    tag: Flags.string({ description: "the image's tag", default: "latest", helpValue: "TAG" }),
    "claude-code-version": version("Claude Code"),
    "codex-version": version("Codex"),
    "git-delta-version": version("git-delta"),
    "ast-grep-version": version("ast-grep"),
    "os-image": Flags.string({
      description: "the image of the operating system and Node to start from",
      helpValue: "IMAGE",
      exclusive: ["bootstrap"],
    }),
    bootstrap: Flags.boolean({ description: "make the operating-system layer on this machine" }),
    "ca-bundle": Flags.string({
      description:
        "certificates to trust in the build and in the image (default: AGENT_SANDBOX_CA_BUNDLE, NODE_EXTRA_CA_CERTS, SSL_CERT_FILE)",
      helpValue: "FILE",
    }),
  };

  async run(): Promise<unknown> {
    const { flags } = await this.parse(BuildBase);
    using interrupts = listenForInterrupts();
    const { env, home, say } = this.surroundings();
    using steps = showSteps(`Building agent-sandbox-base:${flags.tag}`, say);
    const report = await buildBaseImage(
      {
        context: join(assetsDirectory(), "base-image"),
        tag: flags.tag,
        tools: {
          claudeCode: flags["claude-code-version"],
          codex: flags["codex-version"],
          astGrep: flags["ast-grep-version"],
          gitDelta: flags["git-delta-version"],
        },
        osImage: flags["os-image"],
        bootstrap: flags.bootstrap,
        caBundle: flags["ca-bundle"],
        createdBy: this.config.version,
      },
      {
        docker: enginePorts({ env, home, say }).docker,
        env,
        progress: say,
        warn: (message) => {
          say(`Warning: ${message}`);
        },
        onStep: steps.onStep,
        signal: interrupts.signal,
      },
    );
    const size = `${(report.sizeBytes / 1e9).toFixed(2)} GB`;
    const seconds = (report.durationMs / 1000).toFixed(0);
    this.log(`Built ${report.image} (${size}) in ${seconds} s`);
    return report;
  }
}
