/** What a policy can be asked for by one word and one target; a rename needs two. */
export const OPERATIONS = [
  "read",
  "write",
  "create",
  "delete",
  "list",
  "exec",
  "connect",
  "env",
  "tool",
] as const;

export type Operation = (typeof OPERATIONS)[number];
