// Node runs the modules as they are; Babel takes the types away, nothing else. Babel 7, not 8,
// because jest 30 brings @babel/core 7.
const transform = {
  presets: [["@babel/preset-typescript", { onlyRemoveTypeImports: true }]],
  parserOpts: { plugins: ["explicitResourceManagement"] },
};

/** @type {import("jest").Config} */
const shared = {
  testEnvironment: "node",
  extensionsToTreatAsEsm: [".ts"],
  transform: { "\\.ts$": ["babel-jest", transform] },
  modulePathIgnorePatterns: ["/dist/", "/assets/"],
  errorOnDeprecated: true,
  injectGlobals: false,
};

/** @type {import("jest").Config} */
export default {
  // Ends what hangs: the whole-system tests wait for containers, on machines that may be busy.
  testTimeout: 240_000,
  // Half of their time goes by in the daemon: three workers keep two cores busy.
  maxWorkers: 3,
  projects: [
    { ...shared, displayName: "unit", testMatch: ["<rootDir>/packages/*/test/**/*.test.ts"] },
    { ...shared, displayName: "system", testMatch: ["<rootDir>/test/**/*.test.ts"] },
  ],
};
