import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, it } from "@jest/globals";

import { containerStart } from "../src/container-start.ts";

const LIB = join(import.meta.dirname, "../../../base-image/lib");

it("names a start as the image's scripts do", () => {
  const script = '. "$1/container-start.bash"; read_container_start; printf %s "$container_start"';
  const said = execFileSync("bash", ["-c", script, "bash", LIB], { encoding: "utf8" });
  const bootId = readFileSync("/proc/sys/kernel/random/boot_id", "utf8");
  expect(containerStart(bootId, readFileSync("/proc/1/stat", "utf8"))).toBe(said);
});

it("is not confused by a program's name", () => {
  const numbers = Array.from({ length: 40 }, (_, index) => index.toString()).join(" ");
  expect(containerStart("boot\n", `1 (a) b (c) S ${numbers}`)).toBe("boot 18");
});
