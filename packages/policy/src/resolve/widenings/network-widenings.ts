import { DEFAULTS, GIT_HOSTS } from "../../defaults.ts";
import { covers } from "../denials.ts";
import { every, sectionKey } from "../gather.ts";
import { heldBy, listHeldBy, single, type Widened, widening, type Widening } from "./widening.ts";

const EXTERNAL = sectionKey("network", "external");
const DOMAINS = sectionKey("network", "domains");
const GIT = sectionKey("network", "git");
const PORTS = sectionKey("network", "ports");
const DNS = sectionKey("network", "dns");

/** From the least to the most that is open. */
const OPEN = ["none", "domains", "all"] as const;

/** What a project's layer opens of the network. */
export function networkWidenings(widened: Widened): readonly Widening[] {
  const { user } = widened;
  const external = heldBy(user, EXTERNAL, DEFAULTS.network.external);
  // An empty list of hosts closes git too.
  const byDefault = DOMAINS.read(user.policy)?.length !== 0 && DEFAULTS.network.git;
  const git = heldBy(user, GIT, byDefault);
  return [
    ...single(widened, EXTERNAL, {
      opens: (value) => OPEN.indexOf(value) > OPEN.indexOf(external),
      what: (value) =>
        value === "all" ? "reaches every host" : "opens the network that you closed",
    }),
    ...single(widened, GIT, {
      opens: (value) => value && !git,
      what: () => "reaches GitHub, which you closed",
    }),
    ...hosts(widened, git),
    ...ports(widened),
    ...resolvers(widened),
  ];
}

function hosts({ layer, user }: Widened, git: boolean): readonly Widening[] {
  const known = [
    ...listHeldBy<string>(user, DOMAINS, DEFAULTS.network.domains),
    ...(git ? GIT_HOSTS : []),
  ];
  return every([layer], DOMAINS)
    .filter(({ value }) => !known.some((host) => covers(host, value)))
    .map((host) => widening(host, `reaches ${JSON.stringify(host.value)}`));
}

function ports({ layer, user }: Widened): readonly Widening[] {
  const known = listHeldBy<number>(user, PORTS, DEFAULTS.network.ports);
  return every([layer], PORTS)
    .filter(({ value }) => !known.includes(value))
    .map((port) => widening(port, `reaches port ${port.value} of the open hosts`));
}

function resolvers({ layer, user }: Widened): readonly Widening[] {
  const known = listHeldBy(user, DNS, []);
  return every([layer], DNS)
    .filter(({ value }) => !known.includes(value))
    .map((resolver) =>
      widening(resolver, `asks ${JSON.stringify(resolver.value)} for the addresses of hosts`),
    );
}
