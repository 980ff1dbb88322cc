// In the place of docker-modem's debug: loading it takes 3 ms at each start.
module.exports = () => () => undefined;
