import { describe, expect, it } from "@jest/globals";
import { parsePortMapping } from "../../src/schema/published-port.ts";

describe("parsePortMapping", () => {
  it.each([
    [8080, { hostPort: 8080, containerPort: 8080, protocol: "tcp" }],
    ["8080", { hostPort: 8080, containerPort: 8080, protocol: "tcp" }],
    ["8081:80", { hostPort: 8081, containerPort: 80, protocol: "tcp" }],
    ["5353:5353/udp", { hostPort: 5353, containerPort: 5353, protocol: "udp" }],
    ["53/udp", { hostPort: 53, containerPort: 53, protocol: "udp" }],
  ])("takes %j", (written, mapping) => {
    expect(parsePortMapping(written)).toEqual({ value: mapping });
  });

  it.each(["127.0.0.1:8080:80", "0.0.0.0:8080:80", "[::]:8080:80"])(
    "refuses the address in %j and says that ports are bound to 127.0.0.1",
    (written) => {
      expect(parsePortMapping(written)).toEqual({
        refused: expect.stringContaining("always bound to 127.0.0.1"),
        hint: 'Write "8080:80"',
      });
    },
  );

  it.each([0, 65_536, -1, 80.5, "0:80", "80:", ":80", "8000-8010", "80/sctp", "http", ""])(
    "refuses %j",
    (written) => {
      expect(parsePortMapping(written)).toHaveProperty("refused");
    },
  );
});
