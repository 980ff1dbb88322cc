import { describe, expect, it } from "@jest/globals";

import { compare, stepsOf } from "./beside-gnu.ts";
import { FILE_LAYOUT } from "./file-layout.ts";

/** What is run, and what it reads. */
type Line = readonly [line: string, stdin?: string];

const COLORED: readonly Line[] = [
  ["grep --color=always line log.txt README.md"],
  ["grep --color=always -n 1 log.txt"],
  ["grep --color=always -nb -A1 -o 1 log.txt README.md"],
  ["grep --color=always -v 1 log.txt"],
  ["grep --color=always -c 1 log.txt README.md"],
  ["grep --color=always -l line log.txt README.md"],
  ["grep --color=always -nC1 7 log.txt README.md"],
  ["grep --color=always -nvC1 'line 1' log.txt"],
  ["grep --color=always -vC1 'i' log.txt README.md"],
  ["grep --color=always -Z line README.md log.txt"],
  ["grep --color=always '' README.md"],
  ["GREP_COLORS=mt=01;32:fn=33:ne grep --color=always -nH line README.md"],
  ["GREP_COLORS=se=:ln= grep --color=always -nH line README.md"],
  ["grep --color=always -A0 line README.md"],
  ["grep --color=always -L line README.md empty"],
  ["grep --color=always -E '[a-z]|$' README.md"],
  ["grep --color=auto line README.md"],
  ["grep --color=always -i 'É' tabs.txt"],
  ["grep --color=always -w -o line log.txt"],
  ["grep -rn --color=always TODO ."],
];

const COLUMNS: readonly Line[] = [
  ["ls -C"],
  ["ls -x"],
  ["ls -C -a"],
  ["ls -x -w 30"],
  ["ls -C -w 30"],
  ["ls -C -w 0"],
  ["ls -C -F -p"],
  ["ls -lC"],
  ["ls -Cl README.md"],
  ["ls -C1"],
  ["ls -1C"],
  ["ls -l -1 README.md"],
  ["ls --format=across -w 20"],
  ["ls --format=vertical"],
  ["ls --format=commas"],
  ["ls --format=single-column"],
  ["ls --format=h"],
  ["ls --format=x"],
  ["ls --format="],
  ["ls -m -w 20"],
  ["ls -w x"],
  ["ls -T 0 -C"],
  ["ls -C -T4 src log.txt dst"],
  ["ls -CR -w 40"],
  ["COLUMNS=20 ls -C"],
  ["COLUMNS=20 ls -m"],
  ["COLUMNS=x ls -x"],
  ["ls -Cm -w 33"],
  ["ls -C hollow"],
  ["ls -CQ -w 44"],
  ["ls -Cd src dst"],
];

const COPIED: readonly Line[] = [
  ["cp --parents src/lib/deep.ts dst && find dst"],
  ["cp -v --parents src/lib/deep.ts dst && find dst"],
  ["cp --parents src/lib/deep.ts nodir"],
  ["cp --parents -v README.md dst/x"],
  ["cp -r --parents -v src/lib dst && find dst"],
  ["cp --parents -v -t dst src/lib/deep.ts log.txt"],
  ["cp --parents nope/x dst"],
  ["cp --parents -v src/lib/ dst"],
  ["cp -s README.md l1 && readlink l1"],
  ["cp -s README.md dst/"],
  ["cp -sv README.md l2 && cp -s README.md l2 && cp -sf log.txt l2 && readlink l2"],
  ["cp -s src l4"],
  ["cp -l README.md h1 && cat h1"],
  ["cp -lv README.md h1 && cp -lv README.md h1 && stat -c %h h1"],
  ["cp -l README.md log.txt"],
  ["cp -lf README.md log.txt && stat -c %h log.txt"],
  ["cp -rl src h3 && find h3 && stat -c %h src/app.js"],
  ["cp -l src h4"],
  ["cp -l nope x"],
  ["cp -sl README.md zz"],
  ["cp -s README.md README.md"],
  ["cp -b log.txt README.md && ls && cat README.md~"],
  ["cp -bv log.txt README.md"],
  [
    "cp --backup=numbered log.txt README.md && cp --backup=numbered log.txt README.md && ls && cp -b log.txt README.md && ls",
  ],
  ["cp --backup=t -v log.txt README.md"],
  ["cp -b -S .bak -v log.txt README.md"],
  ["cp -S .b2 -v log.txt README.md"],
  ["cp --backup=none -v log.txt README.md"],
  ["cp --backup=x log.txt g"],
  ["cp --backup=existing -v log.txt README.md"],
  ["cp -b -v log.txt newf"],
  ["VERSION_CONTROL=numbered cp -bv log.txt README.md"],
  ["SIMPLE_BACKUP_SUFFIX=.old cp -bv log.txt README.md"],
  ["cp -b README.md README.md"],
  ["cp -sb log.txt README.md && ls"],
  ["cp -bv -t dst/src src/app.js && ls dst/src"],
  ["mv -b log.txt README.md && ls"],
  ["mv -bv log.txt README.md"],
  ["mv -S .z -v log.txt README.md && ls"],
  ["mv --backup=numbered log.txt README.md && ls"],
];

const COUNTED: readonly Line[] = [
  ["wc --files0-from=-", "README.md\u0000log.txt\u0000"],
  ["wc -l --files0-from=-", "README.md"],
  ["wc -l --files0-from=-", "nope\u0000log.txt"],
  ["wc --files0-from=nope"],
  ["wc --files0-from=empty"],
  ["wc --files0-from=src"],
  ["wc --files0-from=- README.md", "x"],
  ["wc -c --files0-from big"],
];

const RENAMED: readonly Line[] = [
  ["tar -cf a.tar --transform s/README/DOC/ README.md src && tar -tf a.tar"],
  ["tar -cvf a.tar --transform=s,^src,lib, src && tar -tf a.tar"],
  ["tar -cvf a.tar --show-transformed-names --xform=s,^src,lib, src"],
  [
    "tar -cf a.tar src link filelink && tar -xvf a.tar --transform s/src/new/ && find new && readlink link",
  ],
  ["tar -cf a.tar src link && tar --transform 's/src/new/S' -xf a.tar && readlink link"],
  [
    "tar -cf a.tar src && tar -tf a.tar --transform s/src/new/ && tar -tf a.tar --transform s/src/new/ --show-transformed",
  ],
  ["tar -cf a.tar src && tar -xf a.tar --strip-components=1 --transform s/app/pap/ && ls"],
  ["tar -cf a.tar --transform 's/a/b/;s/b/c/g' src README.md && tar -tf a.tar"],
  ["tar -cf a.tar --transform 's/\\(.*\\)\\.md/\\U\\1\\E.txt/' README.md && tar -tf a.tar"],
  ["tar -cf a.tar --transform 's/(.)(.)/\\2\\1/gx' README.md && tar -tf a.tar"],
  ["tar -cf a.tar --transform 's/README/x/i' --transform 's/x/yy/' README.md && tar -tf a.tar"],
  ["tar -cf a.tar --transform 'x/a/b/' README.md"],
  ["tar -cf a.tar --transform 's/a' README.md"],
  ["tar -cf a.tar --transform 's|src/||' src/app.js && tar -tf a.tar"],
  ["tar -cf a.tar -C src --transform 's,^\\.,root,' . && tar -tf a.tar"],
  ["tar -czf a.tgz --transform 's,^,p-1.0/,' src/lib && tar -tzf a.tgz"],
];

describe.each([
  ["grep --color", COLORED],
  ["ls in columns", COLUMNS],
  ["cp and mv", COPIED],
  ["wc --files0-from", COUNTED],
  ["tar --transform", RENAMED],
] as const)("%s", (_, lines) => {
  it.each(lines.map(([line, stdin = ""]) => ({ line, stdin })))(
    "is the real one's: $line",
    ({ line, stdin }) => {
      const { gnu, virtual } = compare(FILE_LAYOUT, stepsOf(line, stdin));
      expect(virtual).toStrictEqual(gnu);
    },
  );
});
