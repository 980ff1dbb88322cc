import { describe, expect, it } from "@jest/globals";
import { DEFAULTS, GIT_HOSTS } from "../../src/defaults.ts";
import { parsePolicy } from "../../src/parse-policy.ts";
import type { ResolvedNetwork } from "../../src/resolve/resolved-policy.ts";
import { resolvePolicy } from "../../src/resolve/resolve-policy.ts";
import type { LayerName, Sourced } from "../../src/source.ts";
import { DOCKER } from "../support/contexts.ts";

type Networks = Partial<Record<LayerName, unknown>>;

function resolved(networks: Networks): ResolvedNetwork {
  const layers = Object.entries(networks).map(([layer, network]) =>
    parsePolicy({ network }, { layer: layer as LayerName, file: `/${layer}` }),
  );
  return resolvePolicy(layers, DOCKER).network;
}

function values<T>(items: readonly Sourced<T>[]): readonly T[] {
  return items.map(({ value }) => value);
}

const DEFAULT_HOSTS = [...DEFAULTS.network.domains, ...GIT_HOSTS].sort();

describe("resolveNetwork", () => {
  it("opens the default hosts, GitHub and the npm registries on 80 and 443", () => {
    const network = resolved({});
    expect(network.external.value).toBe("domains");
    expect(values(network.domains)).toEqual(DEFAULT_HOSTS);
    expect(values(network.ports)).toEqual([80, 443]);
    expect([network.githubRanges.value, network.npmRegistries.value]).toEqual([true, true]);
  });

  it("adds every layer's hosts and ports, each with its source", () => {
    const network = resolved({
      user: { domains: ["u.example"] },
      project: { domains: ["p.example", "u.example"], ports: [8443, 443] },
    });
    expect(values(network.domains)).toEqual([...DEFAULT_HOSTS, "p.example", "u.example"].sort());
    expect(network.domains.find(({ value }) => value === "u.example")?.source).toEqual({
      layer: "user",
      file: "/user",
      key: "network.domains[0]",
      line: undefined,
    });
    expect(values(network.ports)).toEqual([80, 443, 8443]);
  });

  it("closes everything by an empty list of hosts: the defaults, GitHub, the npm registries", () => {
    const network = resolved({ user: { domains: ["u.example"] }, project: { domains: [] } });
    expect(values(network.domains)).toEqual([]);
    expect(network.githubRanges).toMatchObject({ value: false, source: { layer: "project" } });
    expect(network.npmRegistries).toMatchObject({ value: false, source: { layer: "project" } });
  });

  it("keeps what a stronger layer, or git's own key beside it, opens after an empty list", () => {
    const network = resolved({
      user: { domains: [], git: true },
      project: { domains: ["p.example"] },
    });
    expect(values(network.domains)).toEqual([...GIT_HOSTS, "p.example"].sort());
    expect(network.githubRanges.value).toBe(true);
    expect(network.npmRegistries.value).toBe(false);
  });

  it("does not let git's key of a weaker layer survive an empty list", () => {
    const network = resolved({ user: { git: true }, project: { domains: [] } });
    expect(network.githubRanges.value).toBe(false);
    expect(values(network.domains)).toEqual([]);
  });

  it("takes GitHub's names away with git: false", () => {
    const network = resolved({ user: { git: false } });
    expect(values(network.domains)).toEqual([...DEFAULTS.network.domains].sort());
    expect(network.githubRanges.value).toBe(false);
  });

  it("denies whichever layer allows, before or after", () => {
    const network = resolved({
      user: { "denied-domains": ["sentry.io", "*.evil.example"] },
      project: { domains: ["sentry.io", "a.evil.example", "*.b.evil.example", "evil.example"] },
    });
    const hosts = values(network.domains);
    expect(hosts).toContain("evil.example");
    expect(hosts.filter((host) => /sentry|\.evil/.test(host))).toEqual([]);
    expect(values(network.deniedWithinAllowed)).toEqual([]);
  });

  it("names the denials that fall within an allowed *.name", () => {
    const network = resolved({
      user: {
        domains: ["*.corp.example"],
        "denied-domains": ["pay.corp.example", "other.example"],
      },
    });
    expect(values(network.deniedWithinAllowed)).toEqual(["pay.corp.example"]);
  });

  it.each(["github.com", "*.github.com", "raw.githubusercontent.com"])(
    "closes GitHub's address ranges when %j is denied: they would reach it all the same",
    (denied) => {
      const network = resolved({ project: { "denied-domains": [denied] } });
      expect(network.githubRanges).toMatchObject({
        value: false,
        source: { key: "network.denied-domains[0]" },
      });
    },
  );

  it.each([false, { external: "none", domains: ["a.example"], dns: ["192.0.2.1"] }])(
    "leaves nothing open under %j",
    (network) => {
      expect(resolved({ user: { domains: ["u.example"] }, project: network })).toMatchObject({
        external: { value: "none", source: { layer: "project" } },
        domains: [],
        ports: [],
        dns: [],
        githubRanges: { value: false },
        npmRegistries: { value: false },
      });
    },
  );

  it("stays closed when a stronger layer only adds hosts", () => {
    const network = resolved({ user: false, project: { domains: ["p.example"] } });
    expect(network.external.value).toBe("none");
    expect(values(network.domains)).toEqual([]);
  });

  it("takes the ports of weaker layers away by an empty list", () => {
    expect(values(resolved({ user: { ports: [8443] }, project: { ports: [] } }).ports)).toEqual([]);
  });

  it("takes the strongest layer's resolvers alone, in their order", () => {
    const network = resolved({
      user: { dns: ["192.0.2.1"] },
      project: { dns: ["192.0.2.9", "192.0.2.3"] },
    });
    expect(values(network.dns)).toEqual(["192.0.2.9", "192.0.2.3"]);
    expect(values(resolved({ user: { dns: ["192.0.2.1"] }, project: { dns: [] } }).dns)).toEqual(
      [],
    );
  });
});
