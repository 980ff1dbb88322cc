import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { DEFAULTS } from "../../src/defaults.ts";
import { parsePolicy, type PolicyLayer } from "../../src/parse-policy.ts";
import { resolvePolicy } from "../../src/resolve/resolve-policy.ts";
import type { LayerName } from "../../src/source.ts";
import { DOCKER } from "../support/contexts.ts";

const layer = (name: LayerName, value: unknown): PolicyLayer => parsePolicy(value, { layer: name });

/** The resolved policy without its sources: two files that say the same differ in lines alone. */
const valuesOf = (layers: readonly PolicyLayer[]): unknown =>
  JSON.parse(
    JSON.stringify(resolvePolicy(layers, DOCKER), (key, value: unknown) =>
      key === "source" ? undefined : value,
    ),
  );

describe("resolvePolicy", () => {
  it("protects the default paths without any layer", () => {
    const { filesystem } = resolvePolicy([], DOCKER);
    expect(filesystem.protected.map(({ value }) => value)).toEqual(
      expect.arrayContaining([...DEFAULTS.filesystem.protected]),
    );
  });

  it("keeps every protected path of every layer, an empty list notwithstanding", () => {
    const { filesystem } = resolvePolicy(
      [
        layer("user", { filesystem: { protected: ["Makefile"] } }),
        layer("project", { filesystem: { protected: [] } }),
      ],
      DOCKER,
    );
    const paths = filesystem.protected.map(({ value }) => value.path);
    expect(paths).toContain("Makefile");
    expect(paths).toHaveLength(DEFAULTS.filesystem.protected.length + 1);
  });

  it("keeps the kind of a path that a weaker layer protects already", () => {
    const { filesystem } = resolvePolicy(
      [layer("project", { filesystem: { protected: [".husky"] } })],
      DOCKER,
    );
    const husky = filesystem.protected.filter(({ value }) => value.path === ".husky");
    expect(husky).toMatchObject([{ value: { kind: "directory" }, source: { layer: "defaults" } }]);
  });

  it("takes single values and variables from the strongest layer that has them", () => {
    const { container, environment } = resolvePolicy(
      [
        layer("flags", { container: { cpus: 1 } }),
        layer("user", {
          container: { cpus: 4, memory: "2g" },
          environment: { set: { A: "u", B: "u" } },
        }),
        layer("project", { container: { cpus: 2 }, environment: { set: { A: "p" } } }),
      ],
      DOCKER,
    );
    expect(container.cpus).toMatchObject({ value: 1, source: { layer: "flags" } });
    expect(container.memoryBytes).toMatchObject({ value: 2 ** 31, source: { layer: "user" } });
    expect(container.pids).toMatchObject({ value: 4096, source: { layer: "defaults" } });
    expect(environment.set).toMatchObject([
      { name: "A", value: "p", source: { layer: "project", key: "environment.set.A" } },
      { name: "B", value: "u", source: { layer: "user" } },
    ]);
  });

  it("adds up the variables that may go in, each once, and an empty list takes them away", () => {
    const user = layer("user", { environment: { allow: ["B", "A"] } });
    const added = resolvePolicy(
      [user, layer("project", { environment: { allow: ["C", "A"] } })],
      DOCKER,
    );
    expect(added.environment.allow.map(({ value }) => value)).toEqual(["A", "B", "C"]);
    expect(added.environment.allow[0]).toMatchObject({
      source: { layer: "user", key: "environment.allow[1]" },
    });
    const emptied = resolvePolicy([user, layer("project", { environment: { allow: [] } })], DOCKER);
    expect(emptied.environment.allow).toEqual([]);
  });

  it("publishes a host port once, as the strongest layer maps it", () => {
    const { container } = resolvePolicy(
      [
        layer("user", { container: { ports: [8080, 9000] } }),
        layer("project", { container: { ports: ["8080:80", "8080:80/udp"] } }),
      ],
      DOCKER,
    );
    expect(container.ports.map(({ value }) => value)).toEqual([
      { hostPort: 8080, containerPort: 80, protocol: "tcp" },
      { hostPort: 8080, containerPort: 80, protocol: "udp" },
      { hostPort: 9000, containerPort: 9000, protocol: "tcp" },
    ]);
  });
});

const host = fc.constantFrom("a.example", "*.a.example", "b.a.example", "sentry.io", "github.com");
const path = fc.constantFrom(".husky", "a", "a/", "a/b", "c/d/");
const network = fc.record(
  {
    external: fc.constantFrom("none", "domains"),
    domains: fc.array(host, { maxLength: 4 }),
    "denied-domains": fc.array(host, { maxLength: 2 }),
    ports: fc.array(fc.integer({ min: 1000, max: 1003 }), { maxLength: 3 }),
    git: fc.boolean(),
  },
  { requiredKeys: [] },
);
const document = fc.record({
  network,
  filesystem: fc.record({
    protected: fc.uniqueArray(path, { selector: (p) => p.replace(/\/$/, "") }),
  }),
});
const names = fc.uniqueArray(fc.constantFrom<LayerName>("user", "project", "flags"));

describe("resolvePolicy, for any layers", () => {
  it("gives the same twice over and in whatever order the layers come", () => {
    fc.assert(
      fc.property(names, fc.array(document, { minLength: 3, maxLength: 3 }), (order, documents) => {
        const layers = order.map((name, index) => layer(name, documents[index]));
        const expected = valuesOf(layers);
        expect(valuesOf([...layers, ...layers])).toEqual(expected);
        expect(valuesOf(layers.toReversed())).toEqual(expected);
      }),
    );
  });

  it("does not depend on the order within a list", () => {
    fc.assert(
      fc.property(document, (value) => {
        const { domains, ports, ...rest } = value.network;
        const reversed = {
          filesystem: { protected: value.filesystem.protected.toReversed() },
          network: {
            ...rest,
            ...(domains && { domains: domains.toReversed() }),
            ...(ports && { ports: ports.toReversed() }),
          },
        };
        expect(valuesOf([layer("user", reversed)])).toEqual(valuesOf([layer("user", value)]));
      }),
    );
  });

  it("never loses a protected path and never opens a denied host", () => {
    fc.assert(
      fc.property(document, document, (user, project) => {
        const result = resolvePolicy([layer("user", user), layer("project", project)], DOCKER);
        const paths = new Set(result.filesystem.protected.map(({ value }) => value.path));
        const wanted = [...user.filesystem.protected, ...project.filesystem.protected];
        expect(wanted.every((item) => paths.has(item.replace(/\/$/, "")))).toBe(true);
        const denied: readonly string[] = user.network["denied-domains"] ?? [];
        expect(result.network.domains.some(({ value }) => denied.includes(value))).toBe(false);
      }),
    );
  });
});
