/** A byte as `cat -v` shows it: `^A`, `M-a`. */
export function visible(byte: number): string {
  if (byte >= 128) return `M-${visible(byte - 128)}`;
  if (byte === 127) return "^?";
  return byte < 32 ? `^${String.fromCharCode(byte + 64)}` : String.fromCharCode(byte);
}
