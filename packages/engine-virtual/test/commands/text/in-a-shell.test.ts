import { describe, expect, it } from "@jest/globals";

import { openVirtual } from "../../../src/index.ts";
import { askBash, askVirtual } from "../../support/beside-bash.ts";

const SCRIPTS = [
  "printf 'x=1\\ny=2\\n' > .env; export $(sed 's/#.*//' .env | xargs); echo $x $y",
  "printf 'a\\nb\\n' > f; sed -i '/a/a\\  inserted' f; cat f",
  "printf 'a\\nb\\nc\\n' > f; sed -i -e '/b/{s/b/B/;a\\' -e 'new line' -e '}' f; cat f",
  "cat > s.sed <<'X'\ns/a/b/\n# comment\n/z/d\nX\nprintf 'a\\nz\\n' | sed -f s.sed",
  "v=9; printf 'version: 1\\n' | sed \"s/version: .*/version: $v/\"",
  "printf 'x\\n' | sed \"s/x/it's/\"",
  "seq 1 5 | xargs -I{} sh -c 'echo $(({} * 2))'",
  "seq 5 | xargs -n2 bash -c 'echo \"$@\"' _",
  "mkdir d; touch d/x.txt d/y.txt; ls d | sed 's/\\.txt$//' | xargs -I{} mv d/{}.txt d/{}.md; ls d",
  "paste -d' ' <(seq 3) <(seq 4 6); comm -13 <(printf 'a\\nb\\n') <(printf 'b\\nc\\n')",
  "join <(printf 'a 1\\nb 2\\n') <(printf 'a x\\nb y\\n')",
  "i=1; i=$(expr $i + 1); echo $i; expr abc : 'a\\(.\\)'; expr 0; echo $?",
  "set -o pipefail; seq 100000 | head -1; echo $?",
  "seq 100000 | sed 3q | tr '\\n' ' '; seq 10 | sort -rn | uniq | cut -c1 | paste -sd,",
  "printf 'hello world\\n' | sed -E 's/(^|\\s)(\\w)/\\1\\u\\2/g'",
  "printf '1234567\\n' | sed -E ':a;s/^([0-9]+)([0-9]{3})/\\1,\\2/;ta'",
  "sed -n 'x;n;G;p' <<< $'a\\nb\\nc\\nd'; sed '/start/,/end/c\\replaced' <<< $'a\\nstart\\nx\\nend\\nb'",
  "printf 'a\\nb\\n' | xargs -I{} bash -c 'echo {}; exit 1'; echo $?",
  'for i in 3 1 2; do echo $i; done | sort | while read -r n; do echo "n$n"; done',
  "sed --version | grep -q GNU && echo yes",
];

describe("the text tools in a shell", () => {
  it.each(SCRIPTS)("do what they do in bash: %s", async (script) => {
    const { stdout, exitCode } = await askVirtual(script);
    expect({ stdout, exitCode }).toStrictEqual(askBash(script));
  });

  it("write what another script reads", async () => {
    const { stdout } = await askVirtual("echo abc | tee >(tr a-z A-Z > up) > /dev/null; cat up");
    expect(stdout).toBe("ABC\n");
  });

  it("are stopped in time, whatever they are told to do", async () => {
    using sandbox = openVirtual({ commandTimeout: 200 });
    for (const line of [
      "echo x | sed ':a;ba'",
      "seq inf | sort",
      "seq inf | tac",
      "tr a b < /dev/zero",
    ]) {
      expect((await sandbox.execute(`${line} > /dev/null`)).exitCode).toBe(124);
    }
  });
});
