// Programs that begin to speak to the proxy and do not go on: neither it nor the command is held up.
import { writeFileSync } from "node:fs";
import { join } from "node:path";

import { expect, it } from "@jest/globals";

import { CLI } from "../../support/cli.ts";
import { makeMachine } from "../../support/on-this-machine.ts";

const BEGIN = `
import os, socket
from urllib.parse import urlsplit
proxy = urlsplit(os.environ["HTTP_PROXY"])
def begin(words):
    one = socket.create_connection((proxy.hostname, proxy.port), 10)
    one.sendall(words)
    return one
kept = [begin(words) for words in (b"", b"\\x05", b"\\x05\\x02", b"\\x05\\x01\\x00\\x05\\x01", b"GET http")]
for words in (b"\\x05", b"\\x05\\xff", b"\\x05\\x01\\x00\\x05\\x01\\x00\\x03\\x09ab", b"CONNECT x"): begin(words).close()
# A program that takes its time is answered.
slow = begin(b"\\x05\\x01")
slow.sendall(b"\\x00")
slow.settimeout(10)
print(slow.recv(2))
for byte in b"\\x05\\x01\\x00\\x03\\x09evil.test\\x01\\xbb": slow.sendall(bytes([byte]))
print(slow.recv(10)[:2])
`;

it("half a request keeps neither the proxy nor the sandbox", () => {
  const config = { network: { external: "domains", domains: ["open.test"] } };
  using machine = makeMachine({ uid: 1000, config });
  writeFileSync(join(machine.workspace, "begin.py"), BEGIN);
  // What never lets go of its own loop hears no other signal.
  const said = machine.host(
    `timeout --signal KILL 60 ${process.execPath} ${CLI} exec --trust python3 begin.py; echo "status $?"`,
  );
  expect(said).toBe("b'\\x05\\x00'\nb'\\x05\\x02'\nstatus 0\n");
});
