import { describe, expect, it } from "@jest/globals";

import { compare, stepsOf } from "../beside-gnu.ts";

/** What is typed, and what stands on standard input. */
const LINES: readonly (readonly [line: string, stdin?: string])[] = [
  ["numfmt 1K"],
  ["numfmt 1.5 7 -3"],
  ["numfmt abc"],
  ["numfmt --to=iec 0 5 1023 1024 1025 10240 1048575 1048576 123456789"],
  ["numfmt --to=si 999 1000 1001 12345 999999 12345678901234567890"],
  ["numfmt --to=iec-i 1024 5000000"],
  ["numfmt --to=si -- -1500"],
  ["numfmt --from=si 1K 1.5K 2M"],
  ["numfmt --from=iec 1K 1.5G 3T"],
  ["numfmt --from=iec-i 1Ki 2Mi"],
  ["numfmt --from=iec-i 1K"],
  ["numfmt --from=auto 1K 1Ki"],
  ["numfmt --from=si 1Ki"],
  ["numfmt --from=si 1X"],
  ["numfmt --from=si --to=iec 1M"],
  ["numfmt --round=down --to=si 1999"],
  ["numfmt --round=nearest --to=si 1449 1450"],
  ["numfmt --to=foo 1"],
  ["numfmt --from-unit=512 4"],
  ["numfmt --from-unit=1K 4"],
  ["numfmt --to-unit=Ki 4096"],
  ["numfmt --to-unit=1000 1500"],
  ["numfmt --suffix=B --to=si 1500"],
  ["numfmt --from=iec --suffix=B 1KB"],
  ["numfmt --padding=8 --to=si 12345"],
  ["numfmt --padding=-8 --to=si 12345"],
  ["numfmt --padding=0 1"],
  ["numfmt --format=%.2f --to=iec 1500000"],
  ["numfmt --format=<%10.1f> 1234.56"],
  ["numfmt --format=%-10f| 1234"],
  ["numfmt --format=%010f --to=si 1234"],
  ["numfmt --format=%s 1"],
  ["numfmt --format=x 1"],
  ["numfmt --grouping 1234567"],
  ["numfmt --invalid=ignore x 5"],
  ["numfmt --invalid=warn x 5"],
  ["numfmt --invalid=fail x 5"],
  ["numfmt 12345678901234567890"],
  ["numfmt --nope"],
  ["numfmt --to=iec", "1024 apples\n  2048 b\n\t3\n"],
  ["numfmt --field=2 --to=iec", "a 1024\nb    2048\nc 1234567 x\n"],
  ["numfmt --field=2- --to=si", "1000 2000 3000\n"],
  ["numfmt --field=- --to=si", "1000 2000\n"],
  ["numfmt -d, --field=2 --to=iec", "a,1024,x\nb,5,y\n"],
  ["numfmt --header --field 2 --to=si", "n size\nx 1000\n"],
  ["numfmt --header=2 --to=si", "a\nb\n1000\n"],
  ["numfmt", "\n"],
];

describe("numfmt", () => {
  it.each(LINES)("is GNU's: %s", (line, stdin = "") => {
    const { gnu, virtual } = compare({}, stepsOf(line, stdin));
    expect(virtual).toStrictEqual(gnu);
  });
});
