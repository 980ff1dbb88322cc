import { describe, expect, it } from "@jest/globals";

import { openVirtual } from "../../../src/index.ts";
import { askBash, askVirtual } from "../../support/beside-bash.ts";

describe("commands that awk runs", () => {
  it.each([
    'awk \'BEGIN{while (("echo a; echo b" | getline x) > 0) print "got " x}\'',
    'awk \'BEGIN{"echo x y" | getline; print $2; "echo 5" | getline a[1]; print a[1]}\'',
    'awk \'BEGIN{print "h"; print "b" | "cat"; print "t"}\'',
    'awk \'BEGIN{print "x"; print "b"|"cat"; close("cat"); print "z"; print "q" | "cat 1>&2"}\' 2>&1',
    'awk \'BEGIN{r=system("exit 3"); print r; system("echo hi"); print "end"}\'',
    'awk \'BEGIN{"exit 3" | getline; print close("exit 3"), close("never")}\'',
    "printf 'a b\\n' | awk '{print $2 | \"cat\"}'; echo $?",
    "awk 'BEGIN{for(i=0;i<100000;i++) print i}' | head -2",
  ])("%s", async (script) => {
    const { stdout, exitCode } = await askVirtual(script);
    expect({ stdout, exitCode }).toEqual(askBash(script.replaceAll("awk ", "mawk ")));
  });

  it("are judged by the shell: what is absent is 127", async () => {
    const { stdout } = await askVirtual("awk 'BEGIN{print system(\"absent\")}'");
    expect(stdout).toBe("127\n");
  });
});

describe("a program that does not end", () => {
  it.each(["BEGIN{while(1);}", "BEGIN{for(;;) a[n++%9]}", "function f(){while(1);} BEGIN{f()}"])(
    "%s is stopped by the time limit",
    async (program) => {
      using sandbox = openVirtual({ commandTimeout: 100 });
      expect((await sandbox.execute(`awk '${program}'`)).exitCode).toBe(124);
    },
  );

  it.each([
    ["function f(){f()} BEGIN{f()}", "awk: function calls are nested more than 10000 deep\n"],
    ["BEGIN{while(i++<3000000)a[i]}", "awk: an array is too big\n"],
  ])("%s is stopped by a limit of its own", async (program, stderr) => {
    expect(await askVirtual(`awk '${program}'`)).toMatchObject({ exitCode: 2, stderr });
  });
});
