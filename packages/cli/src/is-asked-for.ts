/** Whether a flag is on a command line; what follows `--` is somebody else's. */
export function isAskedFor(argv: readonly string[], flags: readonly string[]): boolean {
  const split = argv.indexOf("--");
  return (split < 0 ? argv : argv.slice(0, split)).some((word) => flags.includes(word));
}
