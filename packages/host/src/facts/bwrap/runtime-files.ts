import { realpathSync } from "node:fs";

import { isInside } from "@agent-sandbox/core";

import { followLinks } from "../follow-links.ts";

/** NixOS keeps its programs there, and systemd-resolved and others what names are resolved by. */
const NEEDED = ["/etc/resolv.conf", "/run/current-system", "/run/opengl-driver"];

/** What programs need of `/run`, each with the real path of what it leads to. */
export function runtimeFiles(): readonly { readonly source: string; readonly target: string }[] {
  return NEEDED.flatMap((path) => {
    try {
      const source = realpathSync.native(path);
      return followLinks(path)
        .filter((target) => isInside("/run", target))
        .map((target) => ({ source, target }));
    } catch {
      // It is not there, and so nobody needs it.
      return [];
    }
  });
}
