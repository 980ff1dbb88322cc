import { describe, expect, it } from "@jest/globals";
import { toMirrorLines } from "../../src/image/debian-mirrors.ts";

function lines(...targets: readonly string[]): readonly string[] {
  return toMirrorLines(targets.join("\n"), "trixie");
}

describe("toMirrorLines", () => {
  it("carries a release's mirrors over to another, updates and security included", () => {
    expect(
      lines(
        "Debian|bookworm|main|http://mirror.example/debian/",
        "Debian|bookworm|contrib|http://mirror.example/debian/",
        "Debian|bookworm-updates|main|http://mirror.example/debian/",
        "Debian|bookworm-backports|main|http://mirror.example/debian/",
        "Debian|bookworm-security|main|https://mirror.example/security/",
      ),
    ).toEqual([
      "deb http://mirror.example/debian/ trixie main",
      "deb http://mirror.example/debian/ trixie-updates main",
      "deb https://mirror.example/security/ trixie-security main",
    ]);
  });

  it("takes nothing of others, nor what is not on the network", () => {
    expect(
      lines(
        "Ubuntu|noble|main|http://mirror.example/ubuntu/",
        "Someone|bookworm|main|https://apt.example/",
        "Debian|bookworm|main|cdrom:[Debian]/",
        "",
      ),
    ).toEqual([]);
  });

  it("takes apt's word for a mirror whose lists were never fetched, each once", () => {
    const target = "$(ORIGIN)|bookworm|main|http://mirror.example/debian/";
    expect(lines(target, target)).toEqual(["deb http://mirror.example/debian/ trixie main"]);
  });
});
