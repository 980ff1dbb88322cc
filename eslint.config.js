import { builtinModules } from "node:module";

import js from "@eslint/js";
import jest from "eslint-plugin-jest";
import { defineConfig } from "eslint/config";
import ts from "typescript-eslint";

/** Built-ins are imported with `node:`, so that no package can take their place. */
const bareBuiltins = builtinModules
  .filter((name) => !name.startsWith("node:") && !name.startsWith("_"))
  .map((name) => ({ name, message: `Import "node:${name}".` }));

/** A command is argv from end to end: what parses a string as shell is not there to be used. */
const shells = {
  name: "node:child_process",
  importNames: ["exec", "execSync"],
  message: "Pass argv to spawn or execFile.",
};

const nodeProcess = {
  name: "node:process",
  message: "Only the cli reads the process: take the value as a parameter.",
};

/** What a start loads counts (docs/decisions/0002-bundle.md): these load what nobody asked for. */
const heavyImports = [
  {
    name: "@oclif/core",
    allowTypeImports: true,
    message: "Import the part, such as @oclif/core/command: the whole takes 10 ms more.",
  },
  { name: "node:process", importNames: ["default"], message: "Use the global process: 6 ms less." },
];

const packageInsides = {
  regex:
    "^(?!@agent-sandbox/(?:engine-docker/image|core/egress|host/agents|policy/(?:decide|git-rules))$)(@agent-sandbox/[^/]+|agent-sandbox)/",
  message: "Import a package by a name that it exports: what its index.ts leaves out is its own.",
};

const restrictImports = (...paths) => [
  "error",
  { paths: [...bareBuiltins, shells, ...heavyImports, ...paths], patterns: [packageInsides] },
];

export default defineConfig(
  {
    ignores: [
      "**/dist/",
      "**/assets/",
      "**/fixtures/",
      "coverage/",
      ".toolchain/",
      ".cache/",
      "base-image/hook/program.cjs",
    ],
  },
  // No exception is hidden in a source file: each is here, with its reason.
  { linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: "error" } },
  js.configs.recommended,
  {
    files: ["**/*.ts"],
    extends: [ts.configs.strictTypeChecked, ts.configs.stylisticTypeChecked],
    languageOptions: {
      parserOptions: {
        project: ["packages/*/tsconfig.json", "tsconfig.tests.json"],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      "@typescript-eslint/consistent-type-imports": "error",
      "@typescript-eslint/explicit-module-boundary-types": "error",
      "@typescript-eslint/prefer-readonly": "error",
      "@typescript-eslint/require-array-sort-compare": "error",
      // A default clause is an answer too.
      "@typescript-eslint/switch-exhaustiveness-check": [
        "error",
        { considerDefaultExhaustiveForUnions: true },
      ],
      // The strict set refuses numbers as well; they print as people read them.
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      // `let closed = false` changed in a callback: the rule cannot see it, so a constant
      // condition in a loop header is all that it may not judge.
      "@typescript-eslint/no-unnecessary-condition": [
        "error",
        { allowConstantLoopConditions: "only-allowed-literals" },
      ],
      // `() => resolve()` is shorter than a block, and returns nothing.
      "@typescript-eslint/no-confusing-void-expression": ["error", { ignoreArrowShorthand: true }],
    },
  },
  {
    files: ["**/*.{ts,js,cjs}"],
    plugins: { "@typescript-eslint": ts.plugin },
    rules: {
      complexity: ["error", 10],
      eqeqeq: "error",
      "max-lines": ["error", { max: 300 }],
      "max-lines-per-function": ["error", { max: 60 }],
      "max-params": ["error", 3],
      // Control characters in paths and names are what is looked for, to refuse them.
      "no-control-regex": "off",
      "no-param-reassign": "error",
      "@typescript-eslint/no-restricted-imports": restrictImports(),
      "no-restricted-syntax": [
        "error",
        {
          selector:
            "ImportDeclaration[source.value='zod/mini'] > :matches(ImportSpecifier, ImportDefaultSpecifier), ImportDeclaration[source.value='zod']",
          message:
            'Write `import * as z from "zod/mini"`: zod itself takes longer to load, and 40 languages with it.',
        },
      ],
      "object-shorthand": "error",
      "prefer-template": "error",
    },
  },
  {
    // Only the programs print, exit and read the process; everybody else is told.
    files: ["packages/*/src/**/*.ts"],
    ignores: ["packages/cli/src/**", "packages/agent-hook/src/main.ts"],
    rules: {
      "no-console": "error",
      "@typescript-eslint/no-restricted-imports": restrictImports(nodeProcess),
      "no-restricted-properties": [
        "error",
        ...["argv", "cwd", "env", "exit", "exitCode", "stderr", "stdin", "stdout"].map(
          (property) => ({ object: "process", property, message: nodeProcess.message }),
        ),
      ],
    },
  },
  {
    files: ["**/test/**/*.ts"],
    extends: [jest.configs["flat/recommended"]],
    rules: {
      // A suite is one function that holds many tests: its length says nothing.
      "max-lines-per-function": "off",
      "max-lines": ["error", { max: 400 }],
      // A terminal's screen is waited for by `see`, which fails when it never shows.
      "jest/expect-expect": ["error", { assertFunctionNames: ["expect", "**.see"] }],
      // A table of cases may say what each one expects.
      "jest/no-conditional-expect": "off",
      "jest/no-restricted-jest-methods": [
        "error",
        Object.fromEntries(
          ["fn", "mock", "spyOn", "unstable_mockModule"].map((name) => [
            name,
            "No mocks: write a second real implementation of the port.",
          ]),
        ),
      ],
    },
  },
  {
    files: ["**/*.js"],
    languageOptions: { globals: { console: "readonly", process: "readonly" } },
  },
  {
    files: ["**/*.cjs"],
    languageOptions: { sourceType: "commonjs", globals: { module: "readonly" } },
  },
  {
    files: ["base-image/hook/*.cjs"],
    languageOptions: {
      globals: { __dirname: "readonly", process: "readonly", require: "readonly" },
    },
  },
  // What a start loads counts: Node finds and runs a CommonJS file in fewer steps.
  {
    files: ["packages/cli/bin/*.js"],
    languageOptions: { sourceType: "commonjs", globals: { __dirname: "readonly" } },
  },
);
