// In the place of what dockerode and docker-modem load for BuildKit sessions, for daemons behind
// ssh:// or https:// and for packing a build's context: agent-sandbox does the last by itself and
// the others not at all, and loading them takes longer than everything else.
module.exports = new Proxy(
  {},
  {
    get: () =>
      function leftOut() {
        throw new Error("Cannot use this part of dockerode: left out of the bundle");
      },
  },
);
