const BUILTIN = /^import \{([^}]*)\} from ("node:[\w/]+");$/gm;
const COMMONJS = /\bimport\(("\.\/[\w-]+\.cjs")\)/g;

/**
 * A bundled file that takes by `require` what an import loads slowly. Of Node's own modules an
 * import reads all properties, and some load much more when they are read (node:fs and node:util
 * 5 ms each); of a CommonJS file it parses the whole for its exports.
 */
export function byRequire(code: string): string {
  return code
    .replace(
      BUILTIN,
      (_, names: string, name: string) =>
        `const {${names.replaceAll(" as ", ": ")}} = require(${name});`,
    )
    .replace(COMMONJS, "require($1)");
}
