/** What launcher/relay.h does, where it could not be compiled. Says that it listens by closing its output. */
export const RELAY_SCRIPT = `const { connect, createServer } = require("node:net");
const { closeSync } = require("node:fs");
const [port, path] = process.argv.slice(2);
const server = createServer({ allowHalfOpen: true }, (near) => {
  const far = connect({ path, allowHalfOpen: true });
  for (const [from, to] of [[near, far], [far, near]]) {
    from.on("error", () => to.destroy());
    from.pipe(to);
  }
});
server.on("error", (error) => {
  process.stderr.write(\`agent-sandbox: cannot carry the proxy into the sandbox: \${error.message}\\n\`);
  process.exit(125);
});
server.listen(Number(port), "127.0.0.1", 512, () => {
  process.stdout.write("ready");
  closeSync(1);
});
`;

/** $1 is Node, $2 the script, $3 the port, $4 the socket; the rest is the command. */
export const START_RELAY = `node=$1 script=$2 port=$3 socket=$4
shift 4
[ "$("$node" "$script" "$port" "$socket" </dev/null &)" = ready ] || exit 125
exec "$@"
`;
