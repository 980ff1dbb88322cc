/** What both tools are asked for. */
export const MINIMAL = ["--variant=minbase", "--include=ca-certificates"] as const;

/**
 * Options of dpkg that leave out what Debian's own slim images leave out. They stay in the image, so
 * that packages installed later follow them.
 */
export const SLIM = [
  "path-exclude=/usr/share/doc/*",
  "path-include=/usr/share/doc/*/copyright",
  "path-exclude=/usr/share/man/*",
  "path-exclude=/usr/share/groff/*",
  "path-exclude=/usr/share/info/*",
  "path-exclude=/usr/share/lintian/*",
  "path-exclude=/usr/share/locale/*",
  "path-include=/usr/share/locale/locale.alias",
] as const;
