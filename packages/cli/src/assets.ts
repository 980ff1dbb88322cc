import { statSync } from "node:fs";
import { dirname, join } from "node:path";

/**
 * The directory that holds `base-image/` and `templates/`: `assets/` of an installed package, where
 * packing puts them, and the repository itself in a checkout, whatever an `npm pack` left there.
 */
export function assetsDirectory(): string {
  const root = packageRoot(import.meta.dirname);
  const isCheckout = isThere(join(root, "src"));
  return isCheckout ? join(root, "..", "..") : join(root, "assets");
}

/** The bundler decides how deep this code lies below its package. */
export function packageRoot(directory: string): string {
  const parent = dirname(directory);
  if (isThere(join(directory, "package.json")) || parent === directory) return directory;
  return packageRoot(parent);
}

/** Not by existsSync: access(2) asks on behalf of the real user, whatever else lets this process read. */
function isThere(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined;
}
