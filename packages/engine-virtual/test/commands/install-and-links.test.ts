import { describe, expect, it } from "@jest/globals";

import { compare, type Layout, stepsOf } from "./beside-gnu.ts";

const LAYOUT: Layout = { a: "one\n", b: "two\n", "d/x": "in\n", "empty/": "" };

/** Each line's steps run one after the other. */
const LINES = [
  "install a c && cat c && stat -c %a c",
  "install -m 644 a c && stat -c %a c",
  "install -m u=rw,go=r a c && stat -c %a c",
  "install -m zzz a c",
  "install a b d && ls d",
  "install -v a d",
  "install -t d a b && ls d",
  "install -t absent a",
  "install -D a x/y/z && cat x/y/z",
  "install -Dv -m 600 a x/y && stat -c %a x x/y",
  "install -D -t x/y a && ls x/y",
  "install -d p/q r && stat -c %a p p/q r",
  "install -dv p/q",
  "install -d -m 700 p && stat -c %a p",
  "install -d a",
  "install absent c",
  "install d c",
  "install a absent/c",
  "install a b absent",
  "install a",
  "install",
  "install -T a d",
  "install a a",
  "install a b && cat b",
  "link a c && stat -c %h a",
  "link absent c",
  "link a b",
  "link a",
  "link a b c",
  "unlink a && ls a",
  "unlink absent",
  "unlink",
  "unlink a b",
  "groups",
  "groups root",
  "tty",
  "tty -s",
  "nohup echo hi",
  "nohup",
  "nice echo hi",
  "nice -n 5 echo hi",
  "nice -n x echo hi",
  "nice",
  "shuf -e x",
  "shuf -n 0 a",
  "shuf -i 7-7",
  "shuf -i 7-5",
  "shuf -i x",
  "shuf -n x a",
  "shuf absent",
  "shuf a b",
  "shuf -e -i 1-2 x",
  "shuf -r -n 3 -e y",
  "shuf -o out a && cat out",
];

describe("install, link, unlink, shuf and what stands in front of a command", () => {
  it.each(LINES)("are GNU's: %s", (line) => {
    const { gnu, virtual } = compare(LAYOUT, stepsOf(line));
    expect(virtual).toStrictEqual(gnu);
  });

  it.each(["shuf -i 1-50", "shuf -e 3 1 2", "seq 20 && shuf -n 4 -i 1-4"])(
    "shuf gives each line once, in an order of its own: %s",
    (line) => {
      const { gnu, virtual } = compare(LAYOUT, stepsOf(line));
      const sorted = (ran: typeof gnu): readonly (readonly string[])[] =>
        ran.map(({ stdout }) => stdout.split("\n").sort());
      expect(sorted(virtual)).toStrictEqual(sorted(gnu));
    },
  );
});
