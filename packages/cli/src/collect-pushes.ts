import { pushEvent } from "@agent-sandbox/core";
import { type GateContainer, gateWorkspace, pushEvents } from "@agent-sandbox/engine-docker";
import { createPushCollector } from "@agent-sandbox/host";
