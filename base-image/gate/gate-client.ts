// Carries one conversation of git to the gate and back: gate-client receive-pack|upload-pack REPOSITORY.
// The repository is the gate's own to know: what is named here decides nothing.
import { createConnection } from "node:net";

/** Another one is our own courier's, outside of every sandbox. */
const SOCKET = process.env["AGENT_SANDBOX_GATE_SOCKET"] ?? "/run/agent-sandbox-gate/socket";
const [service = ""] = process.argv.slice(2);

const socket = createConnection({ path: SOCKET, allowHalfOpen: true });
let isConnected = false;

socket.once("connect", () => {
  isConnected = true;
  socket.write(`${service} ${process.env["GIT_PROTOCOL"] ?? ""}\n`);
  process.stdin.pipe(socket);
  socket.pipe(process.stdout, { end: false });
});
socket.once("error", (error) => {
  if (isConnected) console.error(`Cannot speak to the gate: ${error.message}`);
  else
    console.error(
      "Cannot reach the host's repository: the gate does not answer; agent-sandbox start --branch … starts it",
    );
  process.exit(128);
});
// What git still wants to say is of no use then.
socket.once("end", () => process.stdout.write("", () => process.exit(0)));
// git has what it wanted.
process.stdout.once("error", () => process.exit(0));
