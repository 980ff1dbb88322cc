import { describe, expect, it } from "@jest/globals";
import { planNetwork } from "../../src/plan/plan-network.ts";
import { hostFacts } from "../support/host-facts.ts";
import { resolved } from "../support/resolved.ts";

const plan = (policy: unknown, facts: Parameters<typeof hostFacts>[0] = {}) =>
  planNetwork(resolved(policy), hostFacts(facts));

describe("planNetwork", () => {
  it("refuses to open the whole network, and says what to write instead", () => {
    for (const network of [true, { external: "all" }]) {
      expect(() => plan({ network })).toThrow(
        expect.objectContaining({
          code: "POLICY_UNSUPPORTED",
          message: "Cannot open the whole network: the docker engine opens named hosts only",
          hint: 'List the hosts under "network.domains"',
        }),
      );
    }
  });

  it("closes everything when the network is off, whatever the facts hold", () => {
    const facts = { npmRegistryHosts: ["npm.example"], githubRanges: ["192.0.2.0/24"] };
    expect(plan({ network: false }, facts)).toMatchObject({
      hosts: [],
      deniedHosts: [],
      mirrorHosts: [],
      githubRanges: [],
      ports: [],
    });
  });

  it("opens nothing by name when the list of domains is empty and git is off", () => {
    expect(plan({ network: { domains: [], git: false } })).toMatchObject({
      hosts: [],
      githubRanges: [],
    });
  });

  it("opens the default hosts and those that are added, without their sources", () => {
    const { hosts, ports, dns } = plan({
      network: { domains: ["docs.example"], ports: [8443], dns: ["192.0.2.53"] },
    });
    expect(hosts).toEqual(expect.arrayContaining(["docs.example", "api.anthropic.com"]));
    expect(ports).toContain(8443);
    expect(dns).toEqual(["192.0.2.53"]);
  });

  it("hands on the names that stay refused within an allowed pattern", () => {
    const { hosts, deniedHosts } = plan({
      network: { domains: ["*.docs.example"], deniedDomains: ["a.docs.example"] },
    });
    expect(hosts).toContain("*.docs.example");
    expect(deniedHosts).toEqual(["a.docs.example"]);
  });

  it("allows the user's npm registries as mirrors, apart from ordinary hosts", () => {
    const { hosts, mirrorHosts } = plan({}, { npmRegistryHosts: ["npm.corp.example"] });
    expect(mirrorHosts).toEqual(["npm.corp.example"]);
    expect(hosts).not.toContain("npm.corp.example");
  });

  it("denies a registry that is denied by its name or by a pattern", () => {
    const npmRegistryHosts = ["npm.corp.example", "npm.example"];
    const denied = ["*.corp.example", "npm.corp.example"];
    for (const name of denied) {
      const network = { deniedDomains: [name] };
      expect(plan({ network }, { npmRegistryHosts }).mirrorHosts).toEqual(["npm.example"]);
    }
  });

  it("opens GitHub's ranges only while network.git is on", () => {
    const githubRanges = ["192.0.2.0/24", "2001:db8::/32"];
    expect(plan({}, { githubRanges }).githubRanges).toEqual(githubRanges);
    expect(plan({ network: { git: false } }, { githubRanges }).githubRanges).toEqual([]);
  });

  it("publishes the container's ports, also with the network off", () => {
    const container = { ports: ["8080:80", "9000:9000/udp"] };
    expect(plan({ container, network: false }).published).toEqual([
      { hostPort: 8080, containerPort: 80, protocol: "tcp" },
      { hostPort: 9000, containerPort: 9000, protocol: "udp" },
    ]);
  });
});
