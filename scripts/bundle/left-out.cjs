// In the place of what dockerode loads for BuildKit sessions and for daemons behind ssh:// (grpc,
// protobuf, ssh2): agent-sandbox uses neither, and loading them takes longer than everything else.
module.exports = new Proxy(
  {},
  {
    get: () =>
      function leftOut() {
        throw new Error(
          "Cannot open a BuildKit session or an ssh:// daemon: left out of the bundle",
        );
      },
  },
);
