import { BlockList, isIPv6 } from "node:net";
import { networkInterfaces } from "node:os";

/**
 * The addresses that this machine has at this moment, whatever range they are in: what listens on all of them is
 * reached by each, from this machine itself.
 */
export function ownAddresses(): BlockList {
  const own = new BlockList();
  for (const { address } of Object.values(networkInterfaces()).flatMap((all) => all ?? [])) {
    if (isIPv6(address)) own.addAddress(address, "ipv6");
    else {
      own.addAddress(address, "ipv4");
      // NAT64 of it (RFC 6052), which would come back.
      own.addAddress(`64:ff9b::${address}`, "ipv6");
    }
  }
  return own;
}
