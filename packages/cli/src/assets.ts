import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/**
 * The directory that holds `base-image/` and `templates/`: `assets/` of an installed package, where
 * packing puts them, and the repository itself in a checkout, whatever an `npm pack` left there.
 */
export function assetsDirectory(): string {
  const root = packageRoot(import.meta.dirname);
  const isCheckout = existsSync(join(root, "src"));
  return isCheckout ? join(root, "..", "..") : join(root, "assets");
}

/** The bundler decides how deep this code lies below its package. */
function packageRoot(directory: string): string {
  if (existsSync(join(directory, "package.json"))) return directory;
  return packageRoot(dirname(directory));
}
