import { decodeText } from "../../shell/text.ts";
import { FileError } from "../../files/errors.ts";
import type { Running } from "../command.ts";
import { openInput } from "../inputs.ts";
import { CommandError } from "../options.ts";
import { readBounded } from "../read-bounded.ts";
import type { TarCall } from "./tar-options.ts";

/** What version control systems keep beside one's files. */
const VCS = [
  ...["CVS", ".cvsignore", "RCS", "SCCS", ".git", ".gitignore", ".gitattributes", ".gitmodules"],
  ...[".svn", ".arch-ids", "{arch}", "=RELEASE-ID", "=meta-update", "=update"],
  ...[".bzr", ".bzrignore", ".bzrtags", ".hg", ".hgignore", ".hgtags", "_darcs"],
];

/** The lines of a file that an option names. */
export function* listedIn(
  { invocation }: TarCall,
  file: string,
  end = "\n",
): Running<readonly string[]> {
  try {
    const bytes = yield* readBounded(invocation, openInput(invocation, file));
    return decodeText(bytes)
      .split(end)
      .filter((line) => line !== "");
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    throw new CommandError(`${file}: ${error.message}\ntar: Error is not recoverable: exiting now`);
  }
}

/** The patterns that hold wherever they stand. */
export function* exclusionsOf(call: TarCall): Running<readonly string[]> {
  const { options } = call;
  const patterns = [...options.values("exclude"), ...(options.has("excludeVcs") ? VCS : [])];
  for (const file of options.values("excludeFrom")) patterns.push(...(yield* listedIn(call, file)));
  return patterns;
}
