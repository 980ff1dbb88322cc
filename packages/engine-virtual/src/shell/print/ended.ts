/** A here-document ends what holds it already. */
export function ended(text: string): string {
  return text.endsWith("\n") || text.endsWith(" &") ? text : `${text};`;
}
