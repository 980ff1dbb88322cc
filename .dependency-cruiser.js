/** What each package may use of the others: arrows only point down, and adapters never meet. */
const arrows = {
  policy: [],
  "shell-syntax": [],
  "agent-hook": ["policy", "shell-syntax"],
  core: ["policy"],
  host: ["core", "policy"],
  workspace: ["core", "policy"],
  "engine-docker": ["core", "policy"],
  "engine-bwrap": ["core", "policy"],
  "engine-virtual": ["core", "policy", "shell-syntax"],
};

const arrowRules = Object.entries(arrows).map(([name, targets]) => ({
  name: `${name}-points-down`,
  comment: `${name} may use ${targets.join(" and ") || "no other package"}`,
  severity: "error",
  from: { path: `^packages/${name}/src/` },
  to: { path: "^packages/", pathNot: `^packages/(${[name, ...targets].join("|")})/` },
}));

/** A dependency that lives in one package only, so that it can be replaced there. */
const only = (name, home, dependency) => ({
  name,
  severity: "error",
  from: { path: "^(packages/[^/]+/(src|test)|test|scripts)/", pathNot: home },
  to: { path: `(^|/)node_modules/${dependency}/` },
});

/** @type {import("dependency-cruiser").IConfiguration} */
export default {
  forbidden: [
    ...arrowRules,
    {
      name: "packages-import-by-name",
      comment:
        "A package is what its index.ts exports, and an image/, agents/, decide/, egress/ or git-rules/index.ts beside it; its tests may see its own source",
      severity: "error",
      from: { path: "^packages/([^/]+)/" },
      to: {
        path: "^packages/[^/]+/(src|test|dist|bin)/",
        pathNot: [
          "^packages/$1/",
          "^packages/[^/]+/(src|dist)/(?:(?:agents|decide|egress|git-rules|image)/)?index\\.(ts|js|d\\.ts)$",
        ],
      },
    },
    {
      name: "source-never-imports-tests",
      severity: "error",
      from: { path: "^packages/[^/]+/src/" },
      to: { path: "(^|/)test/|\\.test\\.ts$|(^|/)node_modules/@jest/" },
    },
    {
      name: "policy-is-pure",
      comment: "policy decides from data alone: zod, and nothing of Node",
      severity: "error",
      from: { path: "^packages/policy/src/" },
      to: {
        dependencyTypesNot: ["local"],
        pathNot: "(^|/)node_modules/zod/",
      },
    },
    only("docker-in-engine-docker", "^packages/engine-docker/|^test/", "(dockerode|tar-fs)"),
    only("unbash-in-shell-syntax", "^packages/shell-syntax/", "unbash"),
    only("oclif-in-cli", "^packages/cli/|^scripts/bundle\\.ts$", "@oclif"),
    {
      name: "no-cycles",
      severity: "error",
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
    },
    {
      name: "no-orphans",
      severity: "error",
      from: { orphan: true, path: "^packages/[^/]+/src/", pathNot: "/src/(index|main)\\.ts$" },
      to: {},
    },
    {
      name: "names-say-what",
      comment: "No file is a util, helper, manager, handler, common or misc; all are kebab-case",
      severity: "error",
      from: {},
      to: {
        path: [
          "^(packages|test|scripts)/.*\\b(utils?|helpers?|managers?|handlers?|common|misc)\\b[^/]*$",
          "^(packages/[^/]+/(src|test)|test|scripts)/.*[A-Z_][^/]*\\.ts$",
        ],
      },
    },
    {
      name: "no-unlisted-dependency",
      comment: "What is imported is in the package's own package.json",
      severity: "error",
      from: { path: "^packages/[^/]+/src/" },
      to: { dependencyTypes: ["npm-no-pkg", "npm-unknown"] },
    },
    {
      name: "no-dev-dependency-at-run-time",
      comment: "The cli is bundled: its run-time dependencies are inside",
      severity: "error",
      from: { path: "^packages/[^/]+/src/", pathNot: "^packages/cli/" },
      to: { dependencyTypes: ["npm-dev"], dependencyTypesNot: ["type-only"] },
    },
    {
      name: "resolvable",
      severity: "error",
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: ["node_modules", "^packages/[^/]+/dist/"] },
    exclude: { path: ["(^|/)fixtures/", "^packages/[^/]+/dist/bundle/"] },
    tsPreCompilationDeps: true,
    combinedDependencies: false,
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "require", "node", "default", "types"],
    },
  },
};
