import { describe, expect, it } from "@jest/globals";

import { compare, stepsOf } from "./beside-gnu.ts";
import { FILE_LAYOUT } from "./file-layout.ts";

const LINES = [
  "gzip -k log.txt && ls && zcat log.txt.gz",
  "gzip log.txt && ls && gunzip log.txt.gz && ls && cat log.txt",
  "gzip -9 big && gzip -dc big.gz && ls",
  "gzip nowhere",
  "gzip src",
  "gzip -k log.txt && gzip log.txt.gz",
  "gunzip log.txt",
  "gzip -k log.txt && gzip log.txt",
  "gzip -kf log.txt && gzip -f log.txt && ls",
  "gzip -r src && ls src src/lib",
  "gzip -k log.txt && gzip -t log.txt.gz",
  "zcat log.txt",
  "gzip -d nowhere.gz",
  "gzip -S .zz log.txt && ls && gzip -d -S .zz log.txt.zz && ls",
  "gzip filelink",
  "gzip -q src",
  "gzip -d README.md",
  "gzip -k log.txt && gzip -k -d log.txt.gz && ls",
  "gunzip -c nowhere log.txt",
  "gzip -l log.txt",
  "tar cf a.tar src/app.js log.txt && tar tf a.tar",
  "tar czf a.tgz src/app.js log.txt nonl.txt && tar tzf a.tgz && tar tf a.tgz",
  "tar -czvf a.tgz src/lib hollow && mkdir o && tar -xzvf a.tgz -C o && find o -type f",
  "tar cf a.tar link dangling && mkdir o && tar xf a.tar -C o && readlink o/link o/dangling",
  "tar cf a.tar -C src app.js lib && tar tf a.tar",
  "tar -cf a.tar --directory=src app.js -C ../dst src && tar -tf a.tar",
  "tar cf a.tar log.txt nonl.txt && tar tvf a.tar --exclude=nonl.txt",
  "tar cf a.tar log.txt nonl.txt link && tar tvf a.tar log.txt nonl.txt",
  "tar cf a.tar src --exclude=lib && tar tf a.tar",
  "tar cf a.tar --exclude '*.js' src && tar tf a.tar",
  "tar cf a.tar src/lib/deep.ts log.txt && mkdir o && tar xf a.tar -C o --strip-components=1 && ls -R o",
  "tar cf a.tar log.txt nonl.txt && rm log.txt nonl.txt && tar xf a.tar log.txt && ls log.txt nonl.txt",
  "tar cf a.tar log.txt && tar xf a.tar nowhere",
  "tar cf a.tar log.txt && tar xOf a.tar",
  "tar cf a.tar nowhere log.txt && tar tf a.tar",
  "tar tf nowhere",
  "tar tf README.md",
  "tar tf empty",
  "tar cf a.tar",
  "tar f a.tar",
  "tar cxf a.tar x",
  "tar xf nowhere.tar",
  "tar xf a.tar -C nowhere",
  "tar cf a.tar log.txt && tar xf a.tar -C nowhere",
  "tar cf a.tar log.txt && tar xkf a.tar",
  "tar cf no/where.tar log.txt",
  "tar cf a.tar src/../log.txt && tar tf a.tar",
  "tar cf a.tar src && tar xvf a.tar src/lib",
  "tar caf a.tar.gz log.txt && gzip -t a.tar.gz && tar tf a.tar.gz",
  "tar cf a.tar a.tar log.txt && tar tf a.tar",
  "tar --create --file=a.tar --verbose log.txt && tar --list --file a.tar && tar --extract --file a.tar --verbose",
  "tar cvvf a.tar log.txt",
  "tar cf a.tar log.txt nonl.txt && tar tf a.tar --wildcards '*.txt'",
  "tar cf a.tar src && mkdir o && tar xf a.tar -C o --wildcards '*.ts' && find o -type f",
  "tar cf a.tar --no-recursion src && tar tf a.tar",
  "tar xf log.txt.nope",
  "tar cf a.tar src && tar tf a.tar --exclude lib",
  "tar xf nonl.txt",
  "tar -xzf log.txt",
  "tar cf a.tar --sort=name src && tar tf a.tar",
  "tar cf a.tar log.txt && tar rf a.tar nonl.txt && tar tvf a.tar",
  "tar cf a.tar log.txt && tar -rvf a.tar src/lib && tar tf a.tar && tar xOf a.tar src/lib/deep.ts",
  "tar cf a.tar log.txt && tar --append --file=a.tar log.txt && tar tf a.tar && wc -c a.tar",
  "tar rf new.tar log.txt && tar tf new.tar",
  "tar cf a.tar big && tar rf a.tar big nonl.txt && wc -c a.tar && tar xOf a.tar nonl.txt",
  "tar czf a.tgz log.txt && tar rf a.tgz nonl.txt",
  "tar cf a.tar log.txt && tar rf a.tar nowhere && tar tf a.tar",
  "tar cf a.tar log.txt src && touch -d 2030-01-01 src/app.js && tar uvf a.tar log.txt src && tar tf a.tar",
  "tar cf a.tar log.txt && tar -u -f a.tar log.txt nonl.txt && tar tf a.tar",
  "tar cf a.tar src/lib && tar --update -f a.tar -C dst src && tar tf a.tar",
  "tar crf a.tar log.txt",
  "tar cf a.tar -C src app.js -C lib deep.ts && tar tf a.tar",
  "tar cf a.tar src && tar tf a.tar --strip-components=1",
  "tar cf a.tar src && tar xkf a.tar && tar xf a.tar --skip-old-files src/lib",
  "zip z.zip log.txt nonl.txt && unzip -l z.zip",
  "zip -r z src && unzip -l z.zip src/app.js && unzip -q z.zip -d out && cat out/src/lib/deep.ts",
  "zip -q z.zip big log.txt && unzip -p z.zip log.txt && unzip -qo z.zip && cmp big filelink",
  "zip z.zip nowhere",
  "zip -j z.zip src/app.js src/lib/deep.ts && unzip -o z.zip -d o",
  "unzip -l nowhere",
  "zip -q z.zip log.txt && unzip -o z.zip nofile",
  "zip -qr z.zip src && rm -r src && unzip z.zip && cat src/app.js",
  "zip -q z.zip log.txt empty && unzip -t z.zip",
];

const WITH_INPUT: readonly (readonly [line: string, stdin: string])[] = [
  ["gzip -d", "hello"],
  ["gzip -d", ""],
  ["zcat", "x"],
  ["tar cf a.tar -T - && tar tf a.tar", "log.txt\nnonl.txt\n"],
];

describe("tar, gzip and zip", () => {
  it.each(LINES)("are GNU's: %s", (line) => {
    const { gnu, virtual } = compare(FILE_LAYOUT, stepsOf(line));
    expect(virtual).toStrictEqual(gnu);
  });

  it.each(WITH_INPUT)("are GNU's with input: %s < %j", (line, stdin) => {
    const { gnu, virtual } = compare(FILE_LAYOUT, stepsOf(line, stdin));
    expect(virtual).toStrictEqual(gnu);
  });
});
