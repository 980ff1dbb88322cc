import type { Flags } from "../flags/flag.ts";
import { SANDBOX_FLAGS } from "../virtual/virtual-flags.ts";

export const TOOL_ENGINES = ["virtual", "bwrap", "docker"] as const;
export type ToolEngineName = (typeof TOOL_ENGINES)[number];

export const MCP_FLAGS = {
  ...SANDBOX_FLAGS,
  engine: {
    type: "string",
    description: "what commands run in (default virtual)",
    options: TOOL_ENGINES,
  },
} as const satisfies Flags;
