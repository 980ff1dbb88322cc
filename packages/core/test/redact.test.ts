import { describe, expect, it } from "@jest/globals";

import { redactCredentials } from "../src/redact.ts";

describe("redactCredentials", () => {
  it.each([
    ["https://user:token@host/a/b.git", "https://host/a/b.git"],
    ["https://token@host:8443/a", "https://host:8443/a"],
    ["HTTPS://u:p@ss@host/a", "HTTPS://host/a"],
    ["persistent-https::https://u:p@host/a", "persistent-https::https://host/a"],
    ["ssh://git:secret@host/a", "ssh://git@host/a"],
    [
      "fatal: unable to access 'https://u:p@host/a/': no",
      "fatal: unable to access 'https://host/a/': no",
    ],
  ])("takes what is secret out of %j", (text, clean) => {
    expect(redactCredentials(text)).toBe(clean);
  });

  it.each([
    "git@host:a/b.git",
    "ssh://git@host:22/a",
    "git+ssh://git@host/a",
    "https://host/a@b",
    "https://host?user=a@b",
    "/srv/a@b/c.git",
    "file:///srv/a.git",
    "",
  ])("leaves %j as it is", (text) => {
    expect(redactCredentials(text)).toBe(text);
  });
});
