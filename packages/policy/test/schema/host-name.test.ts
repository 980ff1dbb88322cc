import { describe, expect, it } from "@jest/globals";
import { isHostName, parseHostPattern } from "../../src/schema/host-name.ts";

describe("parseHostPattern", () => {
  it.each([
    ["example.com", "example.com"],
    ["API.Example.COM", "api.example.com"],
    ["example.com.", "example.com"],
    ["*.example.com", "*.example.com"],
    ["xn--bcher-kva.example", "xn--bcher-kva.example"],
    ["my_bucket.example.com", "my_bucket.example.com"],
    ["gitlab", "gitlab"],
    ["1password.com", "1password.com"],
  ])("takes %j as %j", (text, name) => {
    expect(parseHostPattern(text)).toEqual({ value: name });
  });

  it.each([
    ["https://example.com/a?b", "is a URL", 'Write "example.com"'],
    ["http://user@example.com:80/", "is a URL", 'Write "example.com"'],
    ["example.com:8443", "has a port", 'Write "example.com" here and 8443 in network.ports'],
    ["example.com/path", "has a path", 'Write "example.com"'],
    ["192.0.2.1", "is an address", "Write the name that resolves to it"],
    ["192.0.2.0/24", "is an address", "Write the name that resolves to it"],
    ["2001:db8::1", "is an address", "Write the name that resolves to it"],
    ["[2001:db8::1]:443", "is an address", "Write the name that resolves to it"],
    ["*", "is every host", 'Write network.external: "all" if you mean that'],
    [".example.com", "starts with a dot", 'Write "*.example.com" for its sub-domains'],
    ["a.*.com", 'has a "*"', 'Write "*.example.com" for all sub-domains of example.com'],
    [
      "bücher.example",
      "outside ASCII",
      'Write the name as DNS holds it, "xn--…" (its Punycode form)',
    ],
    ["localhost", "is the sandbox itself", "Take it out of the list"],
  ])("refuses %j and says what to write", (text, refused, hint) => {
    expect(parseHostPattern(text)).toEqual({ refused: expect.stringContaining(refused), hint });
  });

  it.each([
    "",
    ".",
    "a..b",
    "-a.com",
    "a-.com",
    "a b.com",
    "a.com\nb.com",
    "a,b",
    `${"a".repeat(64)}.com`,
  ])("refuses %j", (text) => {
    expect(parseHostPattern(text)).toHaveProperty("refused");
  });
});

describe("isHostName", () => {
  it.each(["127.0.0.1", "127.1", "0x7f.1", "1", "a.localhost", "A.com", "*.a.com", "[::1]"])(
    "says that %j is none",
    (name) => {
      expect(isHostName(name)).toBe(false);
    },
  );

  it("takes 253 octets and not one more", () => {
    const label = `${"a".repeat(62)}.`;
    expect(isHostName(`${label.repeat(4)}a`)).toBe(true);
    expect(isHostName(`${label.repeat(4)}aa`)).toBe(false);
  });
});
