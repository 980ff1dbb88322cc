const NAMED_IMPORT = /^import \{([^}]*)\} from ("node:[\w/]+");$/gm;

/**
 * A bundled file that takes Node's own modules by `require`: an ES import of one reads all of its
 * properties, and some load much more when they are read (node:fs and node:util 5 ms each).
 */
export function requireBuiltins(code: string): string {
  return code.replace(
    NAMED_IMPORT,
    (_, names: string, name: string) =>
      `const {${names.replaceAll(" as ", ": ")}} = require(${name});`,
  );
}
