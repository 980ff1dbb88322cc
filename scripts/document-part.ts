/** A document with what stands between the marks of one of its parts written anew; the rest is people's. */
export function withPart(document: string, name: string, text: string): string {
  const [before, inside, after, ...more] = document.split(
    new RegExp(`(?<=<!-- ${name}[^>]*-->)|(?=<!-- end of ${name} -->)`),
  );
  if (before === undefined || inside === undefined || after === undefined || more.length > 0) {
    throw new Error(`The document has no part "${name}"`);
  }
  return `${before}\n\n${text}\n\n${after}`;
}
