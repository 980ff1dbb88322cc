import type { FileKind } from "../files/files.ts";
import { FindError } from "./find-error.ts";
import type { Holds, TestMaker } from "./find-tests.ts";

const KINDS: Readonly<Record<string, FileKind | "none">> = {
  f: "file",
  d: "directory",
  l: "link",
  c: "device",
  b: "none",
  p: "none",
  s: "none",
  D: "none",
};

function kindsIn(text: string, name: string): readonly (FileKind | "none")[] {
  return text.split(",").map((letter) => {
    const kind = KINDS[letter];
    if (kind === undefined) throw new FindError(`Unknown argument to ${name}: ${letter.charAt(0)}`);
    return kind;
  });
}

/** `-type f,d` */
export function typeTest(text: string): Holds {
  const kinds = kindsIn(text, "-type");
  return ({ status }) => kinds.includes(status.kind);
}

/** The other way round than `-type`: a link that find has followed is a link, any other is what it leads to. */
export function otherTypeTest(text: string, { follow, invocation: { files } }: TestMaker): Holds {
  const kinds = kindsIn(text, "-xtype");
  return ({ path, status }) => {
    if (files.lstat(path).kind !== "link") return kinds.includes(status.kind);
    const isOpen = status.kind === "link" && !follow && files.exists(path);
    return kinds.includes(isOpen ? files.stat(path).kind : "link");
  };
}
