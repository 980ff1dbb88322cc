/** By whole lines, of which none goes on in the next: what is not surely plain is not. */
const PLAIN = [
  /^\s*$/,
  /^#/,
  /^ARG BASE_IMAGE_TAG(?:=[\w.-]+)?$/,
  /^FROM agent-sandbox-base(?::(?:[\w.-]+|\$\{?BASE_IMAGE_TAG\}?))?$/,
  /^USER (?:root|node)$/,
];

/** Whether a Dockerfile makes the base image and nothing more, as the one does that `init` writes. */
export function isPlainDockerfile(source: string): boolean {
  return source.split(/\r?\n/).every((line) => PLAIN.some((plain) => plain.test(line)));
}
