import { describe, expect, it } from "@jest/globals";
import { refuseHostVariable, refuseVariableName } from "../../src/schema/variable-name.ts";

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

describe("refuseHostVariable", () => {
  it.each(["ANTHROPIC_API_KEY", "NODE_OPTIONS", "TMPDIR"])("lets %j pass", (name) => {
    expect(refuseHostVariable(name)).toBeUndefined();
  });

  it("does not repeat the value of what is no name but a whole setting", () => {
    const refusal = refuseHostVariable("API_KEY=hunter2");
    expect(refusal?.hint).toContain('Write "API_KEY"');
    expect(JSON.stringify(refusal)).not.toContain("hunter2");
  });

  it.each(["PATH", "HOME", "USER"])("refuses %j, which the sandbox has of its own", (name) => {
    expect(refuseHostVariable(name)?.hint).toContain("environment.set");
  });

  it("refuses what would steer the sandbox's set-up, as for values of the configuration", () => {
    expect(refuseHostVariable("LD_PRELOAD")).toEqual(refuseVariableName("LD_PRELOAD"));
  });
});
