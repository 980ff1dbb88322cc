import { describe, expect, it } from "@jest/globals";

import { distinctBytes, isBuiltOn, layersOf } from "../../src/disk/image-facts.ts";

const step = (CreatedBy: string, Size: number, Created = 1) => ({ Created, CreatedBy, Size });
/** The oldest step first, as one writes it. */
const image = (...steps: readonly ReturnType<typeof step>[]) => ({
  layers: layersOf(steps.toReversed()),
});

const base = image(step("ADD os", 100), step("ENV a", 0));
const app = image(step("ADD os", 100), step("ENV a", 0), step("COPY .", 7));

describe("layers of images", () => {
  it("count once where images share them", () => {
    expect(distinctBytes([base])).toBe(100);
    expect(distinctBytes([base, app])).toBe(107);
    expect(distinctBytes([app, app])).toBe(107);
    const other = image(step("ADD os", 100), step("ENV b", 0), step("COPY .", 7));
    expect(distinctBytes([app, other])).toBe(114);
    expect(distinctBytes([])).toBe(0);
  });

  it("are not shared by what was only built alike", () => {
    const again = image(step("ADD os", 100, 2), step("ENV a", 0, 2));
    expect(distinctBytes([base, again])).toBe(200);
    expect(isBuiltOn(again, base)).toBe(false);
  });

  it("tell which image was built on which", () => {
    expect(isBuiltOn(app, base)).toBe(true);
    expect(isBuiltOn(base, app)).toBe(false);
    expect(isBuiltOn(base, { layers: [] })).toBe(false);
  });
});
