import { describe, expect, it } from "@jest/globals";
import { refuseVariableName } from "../../src/schema/variable-name.ts";

describe("refuseVariableName", () => {
  it.each(["TZ", "_x", "NODE_OPTIONS", "PATH", "OLD_ENV", "LDFLAGS"])("lets %j pass", (name) => {
    expect(refuseVariableName(name)).toBeUndefined();
  });

  it.each(["", "1A", "A-B", "A B", "A=B", "A\0", "Ä"])("refuses %j: it is no name", (name) => {
    expect(refuseVariableName(name)?.refused).toContain("not the name of a variable");
  });

  it("refuses the variables by which agent-sandbox sets its own container up", () => {
    expect(refuseVariableName("AGENT_SANDBOX_HOSTS")?.refused).toContain("agent-sandbox's own");
  });

  it.each(["LD_PRELOAD", "LD_LIBRARY_PATH", "BASH_ENV", "ENV", "GLIBC_TUNABLES"])(
    "refuses %j, which PID 1 would obey as root, and says how to set it for one command",
    (name) => {
      expect(refuseVariableName(name)?.hint).toContain(`env ${name}=…`);
    },
  );
});
