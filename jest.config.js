/** @type {import("jest").Config} */
export default {
  testEnvironment: "node",
  testMatch: ["<rootDir>/packages/*/test/**/*.test.ts", "<rootDir>/test/**/*.test.ts"],
  extensionsToTreatAsEsm: [".ts"],
  transform: { "\\.ts$": ["babel-jest", { presets: ["@babel/preset-typescript"] }] },
  modulePathIgnorePatterns: ["/dist/", "/assets/"],
  errorOnDeprecated: true,
  injectGlobals: false,
};
