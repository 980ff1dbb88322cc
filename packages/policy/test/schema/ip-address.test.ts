import { isIP } from "node:net";
import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { ipVersion, parseIpAddress } from "../../src/schema/ip-address.ts";

describe("parseIpAddress", () => {
  it.each([
    "192.0.2.53",
    "127.0.0.11",
    "::",
    "::1",
    "2001:db8::53",
    "1:2:3:4:5:6:7:8",
    "::ffff:1.2.3.4",
  ])("takes %j", (text) => {
    expect(parseIpAddress(text)).toEqual({ value: text });
  });

  it("writes IPv6 in lower case", () => {
    expect(parseIpAddress("2001:DB8::A")).toEqual({ value: "2001:db8::a" });
  });

  it.each([
    "",
    "1.2.3",
    "1.2.3.256",
    "01.2.3.4",
    "1.2.3.4:53",
    "1.2.3.4/24",
    "fe80::1%eth0",
    "1::2::3",
    "1:2:3",
    "1:2:3:4:5:6:7:8:9",
    "1:2:3:4:5:6:7::8:9",
    "12345::",
    "1.2.3.4::",
    "dns.example",
  ])("refuses %j", (text) => {
    expect(parseIpAddress(text)).toHaveProperty("refused");
  });
});

describe("ipVersion", () => {
  const address = fc.oneof(
    fc.ipV4(),
    fc.ipV6(),
    fc.string({ unit: fc.constantFrom("0", "1", "25", "f", ":", "::", "."), maxLength: 24 }),
  );

  it("says what Node says", () => {
    fc.assert(
      fc.property(address, (text) => {
        expect(ipVersion(text.toLowerCase()) ?? 0).toBe(isIP(text));
      }),
      { numRuns: 5000 },
    );
  });
});
