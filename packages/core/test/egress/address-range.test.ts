import { describe, expect, it } from "@jest/globals";

import { addressRange } from "../../src/egress/address-range.ts";

describe("addressRange", () => {
  it.each([
    ["public", "93.184.215.14"],
    ["public", "172.15.0.1"],
    ["public", "2600::1"],
    ["private", "10.1.2.3"],
    ["private", "172.31.255.255"],
    ["private", "192.168.0.1"],
    ["private", "100.64.0.1"],
    ["private", "fd00::1"],
    ["private", "64:ff9b::a00:1"],
    ["loopback", "127.0.0.1"],
    ["loopback", "127.255.0.1"],
    ["loopback", "::1"],
    ["never", "0.0.0.0"],
    ["never", "169.254.169.254"],
    ["never", "168.63.129.16"],
    ["never", "224.0.0.1"],
    ["never", "255.255.255.255"],
    ["never", "::"],
    ["never", "::ffff:127.0.0.1"],
    ["never", "::ffff:7f00:1"],
    ["never", "::FFFF:10.0.0.1"],
    ["never", "64:ff9b::7f00:1"],
    ["never", "64:ff9b::a9fe:a9fe"],
    ["never", "2002:7f00:1::"],
    ["never", "2001::1"],
    ["never", "fe80::1"],
    ["never", "fe80::1%eth0"],
    ["never", "ff02::1"],
  ])("is %s for %s", (range, address) => {
    expect(addressRange(address)).toBe(range);
  });
});
