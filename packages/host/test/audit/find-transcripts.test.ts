import { mkdir, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { expect, it } from "@jest/globals";

import { findTranscripts } from "../../src/audit/find-transcripts.ts";
import { openTranscript } from "../../src/audit/open-transcript.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

it("finds nothing where nothing was kept", async () => {
  await using directory = await temporaryDirectory();
  expect(await findTranscripts({ stateDir: directory.path })).toEqual([]);
});

it("finds transcripts of every day, whose they are and whether they are written to", async () => {
  await using directory = await temporaryDirectory();
  const stateDir = directory.path;
  const now = () => new Date("2026-01-02T12:00:00Z");
  using transcript = await openTranscript({ stateDir, workspace: "/srv/a\nb", now });
  const day = join(stateDir, "audit/2026-01-01");
  await mkdir(day);
  await writeFile(join(stateDir, "audit/note"), "");
  await writeFile(join(day, "run.jsonl"), "{}\n");
  const ended = join(day, "ended.transcript");
  // 0: the system does not tell when a process began; and no process has this number.
  const head = { type: "agent-sandbox", workspace: "/b", process: { pid: 2 ** 30, started: 0 } };
  await writeFile(ended, `${JSON.stringify(head)}\n{}\n`);
  await utimes(ended, now(), now());
  const foreign = join(day, "foreign.transcript");
  await writeFile(foreign, "not ours");
  const found = await findTranscripts({ stateDir });
  const byFile = new Map(found.map(({ file, ...rest }) => [file, rest]));
  expect([...byFile.keys()].toSorted()).toEqual([transcript.file, ended, foreign].toSorted());
  expect(byFile.get(transcript.file)).toMatchObject({ isOpen: true, workspace: "/srv/a\nb" });
  expect(byFile.get(ended)).toMatchObject({ isOpen: false, workspace: "/b", lastWritten: now() });
  expect(byFile.get(foreign)).toMatchObject({ isOpen: false, workspace: undefined, bytes: 8 });
});
