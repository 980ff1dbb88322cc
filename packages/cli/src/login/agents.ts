import type { AgentName } from "@agent-sandbox/core";

/** How a person wants to sign in. */
export interface LoginFlags {
  /** By a code that is typed in on another device: Codex. */
  readonly device: boolean;
  /** To the Console, which bills by use, in place of a subscription: Claude Code. */
  readonly console: boolean;
  /** Not signed in, but a token for a year, which the program shows: Claude Code. */
  readonly token: boolean;
}

/** What signs an agent in. */
export interface LoginPlan {
  readonly argv: readonly [string, ...string[]];
  /** Where the program waits for the browser inside, where it does. */
  readonly callbackPort: number | undefined;
  /** What the person is to do, one sentence. */
  readonly guide: string;
}

/** The only one that OpenAI's sign-in sends the browser back to. */
const CODEX_PORT = 1455;

/** Which flags mean something to whom. */
export const FLAGS_OF = {
  codex: ["device"],
  claude: ["console", "token"],
} as const satisfies Record<AgentName, readonly (keyof LoginFlags)[]>;

/** Pure: the program's own way to sign in, which runs in the sandbox. */
export function planLogin(agent: AgentName, flags: LoginFlags): LoginPlan {
  return agent === "codex" ? planCodex(flags) : planClaude(flags);
}

function planCodex({ device }: LoginFlags): LoginPlan {
  if (device) {
    return {
      argv: ["codex", "login", "--device-auth"],
      callbackPort: undefined,
      guide: "Open the address that Codex shows, on any device, and type its code in there",
    };
  }
  return {
    argv: ["codex", "login"],
    callbackPort: CODEX_PORT,
    guide:
      "Open the address that Codex shows in a browser of this machine; port 1455 leads into the sandbox until you have signed in (on a remote machine: --device)",
  };
}

function planClaude({ console, token }: LoginFlags): LoginPlan {
  const callbackPort = undefined;
  const where = "Open the address that Claude Code shows in any browser, and paste the code here";
  if (token) {
    return {
      argv: ["claude", "setup-token"],
      callbackPort,
      guide: `${where}; the token that it shows at the end is nowhere else`,
    };
  }
  const account = console ? ["--console"] : [];
  return { argv: ["claude", "auth", "login", ...account], callbackPort, guide: where };
}
