import type { EngineName, PolicyTest } from "@agent-sandbox/policy";

/** What every policy answers that says nothing else (seed 000, AC-1 to AC-5), by the engine that it is for. */
export function builtInCases(engine: EngineName): readonly PolicyTest[] {
  return [...CASES, ...(engine === "bwrap" ? ON_THIS_MACHINE : APART)];
}

const CASES: readonly PolicyTest[] = [
  { operation: "read", target: "README.md", expect: "allow" },
  { operation: "write", target: "src/index.ts", expect: "allow" },
  { operation: "read", target: ".env", expect: "deny" },
  { operation: "read", target: "packages/a/.ENV.local", expect: "deny" },
  { operation: "read", target: "src/../.env", expect: "deny" },
  { operation: "read", target: ".env.example", expect: "allow" },
  { operation: "read", target: "certs/server.pem", expect: "deny" },
  { operation: "read", target: "deploy.key", expect: "deny" },
  { operation: "read", target: "config/credentials.json", expect: "deny" },
  { operation: "read", target: ".aws/config", expect: "deny" },
  { operation: "read", target: "~/.ssh/id_rsa", expect: "deny" },
  { operation: "read", target: "~/.aws/credentials", expect: "deny" },
  { operation: "read", target: "/proc/self/root/etc/shadow", expect: "deny" },
  { operation: "write", target: "/srv/other-project/README.md", expect: "deny" },
  { operation: "write", target: "~/other-project/README.md", expect: "deny" },
  { operation: "write", target: "/etc/passwd", expect: "deny" },
  { operation: "write", target: ".git/hooks/pre-commit", expect: "deny" },
  { operation: "write", target: ".git/config", expect: "deny" },
  { operation: "write", target: ".agent-sandbox/config.jsonc", expect: "deny" },
  { operation: "delete", target: ".git", expect: "deny" },
  { operation: "env", target: "PATH", expect: "allow" },
  { operation: "env", target: "NODE_ENV", expect: "allow" },
  { operation: "env", target: "AWS_SECRET_ACCESS_KEY", expect: "deny" },
  { operation: "env", target: "GITHUB_TOKEN", expect: "deny" },
  { operation: "connect", target: "localhost:3000", expect: "allow" },
];

/** What a container and the virtual engine have not got. */
const APART: readonly PolicyTest[] = [
  { operation: "read", target: "/srv/other-project/README.md", expect: "deny" },
  { operation: "read", target: "~/other-project/README.md", expect: "deny" },
  { operation: "read", target: "/etc/shadow", expect: "deny" },
  { operation: "connect", target: "exfiltration.example:443", expect: "deny" },
  { operation: "connect", target: "169.254.169.254:80", expect: "deny" },
];

/** bubblewrap shows the machine, as far as its user may see it, and its network. */
const ON_THIS_MACHINE: readonly PolicyTest[] = APART.map((one) => ({ ...one, expect: "allow" }));
