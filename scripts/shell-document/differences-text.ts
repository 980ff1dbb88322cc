interface KnownDifference {
  readonly what: string;
  readonly script: string;
}

/** From the file that the tests run beside bash. */
export function differencesText(json: string): string {
  const known = JSON.parse(json) as readonly KnownDifference[];
  return known
    .map(({ script, what }) => {
      const lines = script.split("\n").map((line) => `  ${line}\n`);
      return `- ${what}\n\n  \`\`\`sh\n${lines.join("")}  \`\`\``;
    })
    .join("\n\n");
}
