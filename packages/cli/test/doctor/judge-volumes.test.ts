import type { VolumeFacts } from "@agent-sandbox/engine-docker";
import { expect, it } from "@jest/globals";

import { judgeVolumes } from "../../src/doctor/judge-volumes.ts";

const VOLUME: VolumeFacts = {
  name: "agent-sandbox-codex-config",
  uid: 1000,
  mode: 0o755,
  hasForeign: false,
  secrets: [{ name: "auth.json", mode: 0o600 }],
};

const judge = (...volumes: readonly VolumeFacts[]) =>
  judgeVolumes({ uid: 1000, gid: 100, image: "base", volumes });

it("volumes of the owner alone are well, and so are none", () => {
  expect(judge(VOLUME).verdict).toBe("ok");
  expect(judge().verdict).toBe("ok");
});

it("a volume that no sandbox has had yet is still root's", () => {
  expect(judge({ ...VOLUME, uid: 0, hasForeign: true }).verdict).toBe("ok");
});

it.each([
  ["files of another user", { hasForeign: true }, "chown base --recursive 1000:100 /volume"],
  ["a top that anybody may write", { mode: 0o777 }, "chmod base go-w /volume"],
  [
    "credentials that anybody may read",
    { secrets: [{ name: "auth.json", mode: 0o644 }] },
    "chmod base 600 /volume/auth.json",
  ],
])("%s are a warning with the command that puts it right", (_, changes, command) => {
  const run = "docker run --rm --user root --network none --volume";
  expect(judge(VOLUME, { ...VOLUME, ...changes })).toMatchObject({
    verdict: "warning",
    hint: expect.stringContaining(
      `${run} agent-sandbox-codex-config:/volume --entrypoint ${command}`,
    ) as unknown,
  });
});
