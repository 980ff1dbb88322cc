import { describe, expect, it } from "@jest/globals";

import { compare, stepsOf } from "./beside-gnu.ts";
import { FILE_LAYOUT } from "./file-layout.ts";

const ZONES = [
  ...["America/New_York", "America/Los_Angeles", "America/St_Johns", "America/Sao_Paulo"],
  ...["Europe/Berlin", "Europe/London", "Europe/Dublin", "Europe/Moscow", "Africa/Cairo"],
  ...["Africa/Johannesburg", "Asia/Tokyo", "Asia/Kolkata", "Asia/Kathmandu", "Asia/Tehran"],
  ...["Australia/Sydney", "Australia/Lord_Howe", "Pacific/Auckland", "Pacific/Chatham"],
  ...["US/Pacific", "Japan", "GB", "EST", "EST5EDT", "Etc/GMT+5", "Etc/UTC", "GMT", "UTC0"],
  ...["EST5", "UTC-2", "ABC+3:30", "<+03>-3", ":Europe/Berlin"],
  ...["Foo", "Foo/Bar", "X", "america/new_york"],
];

const SAID = [
  "@1000000000",
  "@1704067200.5",
  // Around changes of the year 2024, in the north and in the south.
  ...["@1710053999", "@1710054000", "@1711846799", "@1711846800", "@1712419199", "@1712419200"],
  ...["@1729987199", "@1729987200", "@1730613599", "@1730613600", "@1727539199", "@1727539200"],
  "2024-01-02 03:04:05",
  "2024-03-10 01:59:59",
  "2024-03-10 02:30",
  "2024-03-10 03:00",
  "2024-03-31 02:30",
  "2024-10-27 02:30",
  "2024-11-03 01:30",
  "2024-11-03 01:30 EST",
  "2024-07-01T12:00:00Z",
  "2024-07-01T12:00:00+05:30",
  "2024-03-09 12:00 1 day",
  "2024-03-09 12:00 24 hours",
  "2024-03-09 02:30 tomorrow",
  "2024-11-03 12:00 yesterday",
  "2024-11-02 23:30 + 3 hours",
  "2024-03-10 00:00 + 150 minutes",
  "2024-01-31T23:00:00-05:00 1 month",
  "2024-01-31 23:00 UTC 1 month",
  'TZ="Asia/Tokyo" 2024-06-01 09:00',
  'TZ="Europe/Berlin" 2024-03-31 02:30',
  'TZ="America/New_York" 2024-03-09 12:00 1 day',
  'TZ="Nowhere" 2024-06-01',
  'TZ="UTC" @1000000000',
];

const FORMAT = "+%F %T %Z %z %:z %::z %s %j %a %p %N";

const OTHERS = [
  "TZ=Europe/Berlin date -u -d @0",
  "TZ=Europe/Berlin date -d @1720000000",
  "TZ=Europe/Berlin date -d @1720000000 -R",
  "TZ=Europe/Berlin date -d @1720000000 -Iseconds",
  "TZ=Asia/Kolkata date -d @1720000000 --rfc-3339=ns",
  "TZ=Asia/Kolkata date -d @1720000000 +%c%t%x%t%X%t%r%t%D%t%U",
  "TZ=America/New_York date -r log.txt",
  "TZ=America/New_York ls -l --time-style=full-iso log.txt",
  "TZ=America/New_York ls -l --time-style=long-iso log.txt",
  "TZ=America/New_York ls -l --time-style=+%H:%M%z log.txt",
  "TZ=America/New_York stat -c '%y %Y' log.txt",
  "TZ=America/New_York find log.txt -printf '%t %TH:%TM %TZ\\n'",
  "TZ=Asia/Tokyo touch -d '2024-05-06 07:08' a && stat -c %Y a",
  "TZ=Asia/Tokyo touch -t 202405060708 a && stat -c %Y a",
  "TZ=Asia/Tokyo touch -d '2026-01-02 12:04:04' a && TZ=Asia/Tokyo find log.txt -newermt '2026-01-02 12:04:04'",
  "TZ=Asia/Tokyo find log.txt -newermt '2026-01-02 12:04:06'",
  'TZ=Asia/Tokyo awk \'BEGIN { print mktime("2024 05 06 07 08 09"), strftime("%F %T %Z", 0) }\'',
  "TZ=Asia/Tokyo diff -u log.txt README.md",
];

describe("time zones", () => {
  it.each(ZONES)("are those of GNU date: %s", (zone) => {
    const steps = SAID.map((said) => ({ argv: ["date", "-d", said, FORMAT], env: { TZ: zone } }));
    const { gnu, virtual } = compare({}, steps);
    const answers = (all: typeof gnu): unknown =>
      all.map((ran, at) => ({ said: SAID[at], ...ran }));
    expect(answers(virtual)).toStrictEqual(answers(gnu));
  });

  it.each(OTHERS)("are GNU's: %s", (line) => {
    const { gnu, virtual } = compare(FILE_LAYOUT, stepsOf(line));
    expect(virtual).toStrictEqual(gnu);
  });

  it.each([
    "EST5EDT,M3.2.0,M11.1.0",
    "ABC5DEF",
    "ABC5DEF,bogus",
    "CET-1CEST,M3.5.0,M10.5.0/3",
    "<+0330>-3:30<+0430>,J79/24,J263/24",
    "NZST-12NZDT,M9.5.0,M4.1.0/3",
    "IST-1GMT0,M10.5.0,M3.5.0/1",
    "EST+5EDT,0/0,J365/25",
    "XXX3YYY2,59,300",
  ])("by rules: %s", (zone) => {
    const seconds = [0, 1_705_000_000, 1_710_050_400, 1_720_000_000, 1_730_613_600, 1_732_000_000];
    const said = [...seconds.map((at) => `@${at}`), "2024-03-10 03:30", "2024-11-03 01:30"];
    const steps = said.map((one) => ({ argv: ["date", "-d", one, FORMAT], env: { TZ: zone } }));
    const { gnu, virtual } = compare({}, steps);
    expect(virtual).toStrictEqual(gnu);
  });
});
