import { describe, expect, it } from "@jest/globals";
import { decide } from "../../src/decide/decide.ts";
import { policyOf } from "../support/policies.ts";

function answer(network: unknown, host: string, port = 443): string {
  const policy = policyOf({ user: { network } });
  const { effect, rule } = decide(policy, { operation: "connect", host, port });
  return `${effect} ${rule}`;
}

const NAMED = { domains: ["a.example", "*.b.example"], "denied-domains": ["x.b.example"] };

describe("a host", () => {
  it.each<[string, number, string]>([
    ["a.example", 443, "allow allowed-host"],
    ["A.EXAMPLE", 443, "allow allowed-host"],
    ["a.example.", 443, "allow allowed-host"],
    ["a.example", 8443, "deny port-not-allowed"],
    ["sub.a.example", 443, "deny host-not-allowed"],
    ["c.b.example", 80, "allow allowed-host"],
    ["b.example", 80, "deny host-not-allowed"],
    ["x.b.example", 443, "deny denied-host"],
    ["X.b.example.", 443, "deny denied-host"],
    ["a.example.evil.example", 443, "deny host-not-allowed"],
    ["github.com", 22, "allow allowed-host"],
    ["a.example", 22, "deny port-not-allowed"],
    ["a.example\0.evil.example", 443, "deny invalid-host"],
    ["a.example..", 443, "deny invalid-host"],
    ["*.b.example", 443, "deny invalid-host"],
    ["a.example/", 443, "deny invalid-host"],
    ["user@a.example", 443, "deny invalid-host"],
    ["\uff41.example", 443, "deny invalid-host"],
    ["", 443, "deny invalid-host"],
    ["localhost", 3000, "allow localhost"],
    ["LocalHost.", 3000, "allow localhost"],
    ["app.localhost", 3000, "allow localhost"],
    ["127.0.0.1", 3000, "allow localhost"],
    ["127.1", 1, "allow localhost"],
    ["2130706433", 1, "allow localhost"],
    ["0x7f.1", 1, "allow localhost"],
    ["0177.0.0.1", 1, "allow localhost"],
    ["0", 1, "allow localhost"],
    ["[::1]", 1, "allow localhost"],
    ["::1", 1, "allow localhost"],
    ["::", 1, "allow localhost"],
    ["::ffff:127.0.0.1", 1, "allow localhost"],
    ["::ffff:7f00:1", 1, "allow localhost"],
    ["::ffff:192.0.2.1", 443, "deny address"],
    ["192.0.2.1", 443, "deny address"],
    ["3221225985", 443, "deny address"],
    ["0xc0000201", 443, "deny address"],
    ["169.254.169.254", 80, "deny address"],
    ["2001:db8::1", 443, "deny address"],
    ["[2001:db8::1%eth0]", 443, "deny address"],
    ["fe80::127.0.0.1", 443, "deny address"],
    ["1.2.3.4.5", 443, "deny invalid-host"],
    ["256.1.1.1", 443, "deny invalid-host"],
    ["1::2::3", 443, "deny invalid-host"],
  ])("%j on %d: %s", (host, port, expected) => {
    expect(answer(NAMED, host, port)).toBe(expected);
  });

  it("is closed where the network is, but for the sandbox itself", () => {
    expect(answer(false, "a.example")).toBe("deny network-closed");
    expect(answer(false, "192.0.2.1")).toBe("deny network-closed");
    expect(answer(false, "localhost")).toBe("allow localhost");
    expect(answer({ localhost: false }, "127.0.0.1")).toBe("deny localhost");
  });

  it("is open where the network is, but for what is denied", () => {
    const network = { external: "all", "denied-domains": ["*.evil.example"] };
    expect(answer(network, "a.example", 9999)).toBe("allow network-open");
    expect(answer(network, "192.0.2.1", 9999)).toBe("allow network-open");
    expect(answer(network, "x.evil.example")).toBe("deny denied-host");
  });
});
