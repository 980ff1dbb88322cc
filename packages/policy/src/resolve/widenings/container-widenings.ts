import { DEFAULTS } from "../../defaults.ts";
import type { PortMapping } from "../../schema/published-port.ts";
import { every, sectionKey } from "../gather.ts";
import { heldBy, isSame, single, type Widened, widening, type Widening } from "./widening.ts";

const PORTS = sectionKey("container", "ports");
const PIDS = sectionKey("container", "pids");
const MEMORY = sectionKey("container", "memory");
const CPUS = sectionKey("container", "cpus");

/** What a project's layer opens by the docker engine's own settings. */
export function containerWidenings(widened: Widened): readonly Widening[] {
  return [
    ...single(widened, sectionKey("container", "image"), {
      opens: () => true,
      what: (image) =>
        `starts the image ${JSON.stringify(image)} as root, which is what closes the network and hands the sandbox over`,
    }),
    ...single(widened, sectionKey("container", "network"), {
      opens: () => true,
      what: (network) =>
        `joins the Docker network ${JSON.stringify(network)} and reaches what is there`,
    }),
    ...published(widened),
    ...limits(widened),
    ...single(widened, sectionKey("container", "onLostMount"), {
      opens: (value) => value === "warn",
      what: () => "goes on when a protected file has lost its protection",
    }),
  ];
}

function published({ layer, user }: Widened): readonly Widening[] {
  const known = PORTS.read(user.policy) ?? [];
  return every<PortMapping>([layer], PORTS)
    .filter(({ value }) => !known.some((own) => isSame(own, value)))
    .map((port) =>
      widening(port, `answers on port ${port.value.hostPort} of this machine's 127.0.0.1`),
    );
}

/** Without a limit of the user's own there is none that a project could lift, but for processes. */
function limits(widened: Widened): readonly Widening[] {
  const { user } = widened;
  const pids = heldBy(user, PIDS, DEFAULTS.container.pids);
  const memory = heldBy(user, MEMORY, Infinity);
  const cpus = heldBy(user, CPUS, Infinity);
  return [
    ...single(widened, PIDS, {
      opens: (value) => value > pids,
      what: (value) => `runs up to ${value} processes`,
    }),
    ...single(widened, MEMORY, {
      opens: (value) => value > memory,
      what: () => "takes more memory than you allow",
    }),
    ...single(widened, CPUS, {
      opens: (value) => value > cpus,
      what: () => "takes more CPUs than you allow",
    }),
  ];
}
