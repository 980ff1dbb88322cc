# Sourced by entrypoint.sh (as PID 1) and init-firewall.sh (through sudo): the
# order in which the network is closed. Both define fail SENTENCE.

run=/run/agent-sandbox
# By their numbers; there are none before the sandbox is open (allow-host).
opened_names=()
# shellcheck source=lib/container-start.bash
. "$lib/container-start.bash"
# shellcheck source=lib/settings.bash
. "$lib/settings.bash"
# shellcheck source=lib/firewall.bash
. "$lib/firewall.bash"
# shellcheck source=lib/resolver.bash
. "$lib/resolver.bash"

# The rules stand before the resolver starts, and the resolver before anybody is
# told to use it. Run again, every step finds its work done.
close_network() {
  read_settings
  load_firewall
  start_resolver
  use_resolver
  prove_closed
}

# prove_closed: asks for what must be refused. None of it needs the internet: the
# names are answered by the resolver itself, and the addresses are documentation
# ranges (RFC 5737, RFC 3849), which nobody routes.
prove_closed() {
  local answer rules
  answer=$(RES_OPTIONS='timeout:1 attempts:1' getent hosts "$probe_name" "refused.${probe_name#*.}") || true
  case $answer in
    *"refused."*) fail "Cannot prove the network closed: a name that must be refused was answered" ;;
    127.0.0.1*"$probe_name") ;;
    *) fail "Cannot prove the network closed: the resolver does not answer" ;;
  esac

  rules=$(iptables-save -t filter) || fail "Cannot prove the network closed: iptables-save failed"
  prove_rules IPv4 "$rules" 4
  prove_refused 192.0.2.1
  if [[ -e /proc/net/if_inet6 ]]; then
    rules=$(ip6tables-save -t filter) || fail "Cannot prove the network closed: ip6tables-save failed"
    prove_rules IPv6 "$rules" 6
    prove_refused 2001:db8:ffff:ffff::1
  fi
  [[ $loopback == open ]] || prove_loopback_closed
}

# prove_loopback_closed: as a user who may do no more than "node", since root may. What
# the rules refuse cannot be sent; what is sent gets no answer, and is no failure.
prove_loopback_closed() {
  local said version address
  for version in 4 6; do
    address=127.0.0.1
    if [[ $version == 6 ]]; then
      [[ -e /proc/net/if_inet6 ]] || continue
      address=::1
    fi
    said=$(setpriv --reuid=65534 --regid=65534 --clear-groups --inh-caps=-all --no-new-privs \
      bash -c 'printf x > "/dev/udp/$1/9"' bash "$address" 2>&1) || true
    case $said in
      *'Operation not permitted' | *'Cannot assign requested address' | *unreachable) ;;
      *) fail "Cannot prove the loopback closed: a datagram to $address was not refused" ;;
    esac
    # It is no refusal of anybody's who is inside.
    [[ ! -e /proc/net/xt_recent/refused$version ]] \
      || printf '%s\n' "-$address" > "/proc/net/xt_recent/refused$version"
  done
}

# prove_rules FAMILY RULES SUFFIX
prove_rules() {
  local part
  for part in ':INPUT DROP' ':FORWARD DROP' ':OUTPUT DROP' '-A OUTPUT -j REFUSE' "--match-set hosts$3 dst -j WEB"; do
    [[ $2 == *"$part"* ]] || fail "Cannot prove the network closed: the $1 rules lack \"$part\""
  done
}

# prove_refused ADDRESS: a connection must be refused at once, by our own rules
# or because there is no way there at all.
prove_refused() {
  local said=
  IFS= read -t 2 -r said < <(
    # The redirection's own message is what is read, so it must not end the subshell.
    { : < "/dev/tcp/$1/443"; } 2>&1
  ) || true
  case $said in
    *refused | *unreachable | *'No route to host' | *'Cannot assign requested address') ;;
    *) fail "Cannot prove the network closed: a connection to $1 was not refused" ;;
  esac
}
