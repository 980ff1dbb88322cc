# Sourced by network.bash: the sets of addresses and the packet filter.
#
# Sets, one of each for IPv4 and IPv6:
#   never    never reached, whatever a name resolves to
#   private  reached by the names of the user's own mirrors only
#   github   GitHub's published ranges
#   mirrors  what mirrors' names resolved to     (filled by the resolver)
#   hosts    what allowed names resolved to      (filled by the resolver)
#   opened   with a number: what one name resolved to that was opened since the start;
#            pause: holds the resolver's address while it is exchanged (allow-host)

# Seconds that an address stays reachable after the last time somebody resolved
# it. Three times as long as the resolver's cache keeps an answer
# (resolver.bash): an answer from the cache always points into the set. Open
# connections outlive it.
address_lifetime=900

# RFC 6890 and its registry. 168.63.129.16 is Azure's metadata service; the
# others' are link-local. IPv6: besides its own ranges those that carry an IPv4
# address (6to4, Teredo, IPv4-mapped), and NAT64 of what is refused in IPv4.
never4='0.0.0.0/8 127.0.0.0/8 169.254.0.0/16 192.0.0.0/24 198.18.0.0/15 224.0.0.0/4 240.0.0.0/4 168.63.129.16'
private4='10.0.0.0/8 100.64.0.0/10 172.16.0.0/12 192.168.0.0/16'
never6='::/127 ::ffff:0:0/96 64:ff9b:1::/48 64:ff9b::7f00:0/104 64:ff9b::a9fe:0/112 100::/64 2001::/32 2002::/16 fe80::/10 fec0::/10 ff00::/8'
private6='fc00::/7 64:ff9b::a00:0/104 64:ff9b::6440:0/106 64:ff9b::ac10:0/108 64:ff9b::c0a8:0/112'

load_firewall() {
  local said
  said=$(print_sets | ipset -exist restore 2>&1) || fail "Cannot load the address sets: ${said//$'\n'/ }"
  load_rules
}

load_rules() {
  local said
  said=$(print_rules 4 | iptables-restore --wait 2>&1) || said=$(without_notes 4 iptables-restore) \
    || fail "Cannot load the IPv4 rules: ${said//$'\n'/ }"
  # A kernel that knows IPv6 may get an address later (docker network connect).
  if [[ -e /proc/net/if_inet6 ]]; then
    said=$(print_rules 6 | ip6tables-restore --wait 2>&1) || said=$(without_notes 6 ip6tables-restore) \
      || fail "Cannot load the IPv6 rules: ${said//$'\n'/ }"
  fi
}

# without_notes 4|6 PROGRAM: a kernel may lack xt_recent, which only tells what was
# refused (connections.bash).
without_notes() {
  print_rules "$1" | grep -v -e '-m recent' | "$2" --wait 2>&1
}

# print_sets: for `ipset -exist restore`, which leaves alone what is there.
print_sets() {
  local family version range
  for version in 4 6; do
    family=inet
    [[ $version == 4 ]] || family=inet6
    printf 'create %s%s hash:net family %s\n' \
      never $version $family private $version $family github $version $family
    printf 'create %s%s hash:ip family %s timeout %s\n' \
      mirrors $version $family $address_lifetime hosts $version $family $address_lifetime
  done
  # shellcheck disable=SC2086 # lists of words
  {
    printf 'add never4 %s\n' $never4
    printf 'add private4 %s\n' $private4
    printf 'add never6 %s\n' $never6
    printf 'add private6 %s\n' $private6
  }
  for range in "${ranges[@]}"; do
    version=4
    [[ $range != *:* ]] || version=6
    printf 'add github%s %s\n' $version "$range"
  done
}

# print_rules 4|6: the whole filter table, for iptables-restore or
# ip6tables-restore, which replace it in one step.
#
# Accepting what is ESTABLISHED would also accept what was opened before these
# rules stood, and would hand the resolver's own ports to whoever binds them
# next. So only connections that PASS has marked go on, and every packet to a
# resolver is judged by its sender.
print_rules() {
  printf '%s\n' '*filter' ':INPUT DROP' ':FORWARD DROP' ':OUTPUT DROP' \
    ':PASS -' ':DNS -' ':WEB -' ':GITHUB -' ':REFUSE -' \
    '-A PASS -j CONNMARK --set-mark 0x1' \
    '-A PASS -j ACCEPT'
  ((${#opened_names[@]} == 0)) || print_opened "$1"
  print_refuse "$1"
  print_dns "$1"
  print_ports
  print_input "$1"
  print_output "$1"
  printf 'COMMIT\n'
}

# Refused, not dropped: a client that hears at once does not hang. TCP gets a
# reset, because a connection that is refused by ICMP while it is being opened
# on this very machine waits a second for its first retransmission.
print_refuse() {
  local code=icmp-admin-prohibited
  [[ $1 == 4 ]] || code=icmp6-adm-prohibited
  printf '%s\n' "-A REFUSE -m recent --name refused$1 --set --rdest" \
    '-A REFUSE -p tcp -j REJECT --reject-with tcp-reset' \
    "-A REFUSE -j REJECT --reject-with $code"
}

# print_dns 4|6: only the resolver may ask, and only its upstreams. Docker's own
# resolver at 127.0.0.11 sends what it forwards from inside this network
# namespace, as root; nobody else here is root and could send.
print_dns() {
  local upstream
  for upstream in "${upstreams[@]}"; do
    if [[ $1 == 4 && $upstream != *:* ]] || [[ $1 == 6 && $upstream == *:* ]]; then
      printf -- '-A DNS -d %s -m owner --uid-owner %s -j PASS\n' "$upstream" "$resolver_uid"
    fi
    if [[ $upstream == 127.0.0.11 ]]; then
      printf -- '-A DNS -m owner --uid-owner 0 -j PASS\n'
    fi
  done
  printf -- '-A DNS -j REFUSE\n'
}

print_ports() {
  local port
  for port in "${ports[@]}"; do
    printf -- '-A WEB -p tcp -m tcp --dport %s -j PASS\n' "$port"
  done
  printf -- '-A GITHUB -p tcp -m tcp --dport %s -j PASS\n' 22 443
}

# print_opened 4|6: chains for the names that were opened since the start. Each packet to
# them is judged by the sets, so that a connection ends with its name. What comes in
# goes by the mark, which has the bit of the other one too.
print_opened() {
  local port
  printf '%s\n' ':OPENED -' ':HOLD -' '-A HOLD -j CONNMARK --set-mark 0x3' '-A HOLD -j ACCEPT'
  if [[ $1 == 4 ]]; then
    printf -- '-A INPUT -i lo -p %s --dport 53 -m set --match-set pause4 dst -j DROP\n' udp tcp
  fi
  for port in "${ports[@]}"; do
    printf -- '-A OPENED -p tcp -m tcp --dport %s -j HOLD\n' "$port"
  done
}

print_input() {
  local port
  printf '%s\n' '-A INPUT -i lo -j ACCEPT' \
    '-A INPUT -m connmark --mark 0x1/0x1 -m conntrack --ctstate RELATED,ESTABLISHED -j ACCEPT'
  [[ $1 == 4 ]] || print_neighbours INPUT
  for port in "${published[@]}"; do
    printf -- '-A INPUT -p %s -m %s --dport %s -m conntrack --ctstate NEW -j PASS\n' \
      "${port#*/}" "${port#*/}" "${port%/*}"
  done
}

print_output() {
  # Docker's resolver forwards whatever it is asked, and also listens on high
  # ports of the same address: the resolver alone reaches any of them.
  if [[ $1 == 4 ]]; then
    printf '%s\n' "-A OUTPUT -d 127.0.0.11/32 -m owner --uid-owner $resolver_uid -j ACCEPT" \
      '-A OUTPUT -d 127.0.0.11/32 -j REFUSE'
  fi
  if [[ $loopback == closed ]]; then
    print_loopback "$1"
  else
    printf '%s\n' '-A OUTPUT -o lo -j ACCEPT'
  fi
  printf '%s\n' '-A OUTPUT -p udp -m udp --dport 53 -j DNS' \
    '-A OUTPUT -p tcp -m tcp --dport 53 -j DNS' \
    '-A OUTPUT -m connmark --mark 0x1 -m conntrack --ctstate ESTABLISHED -j ACCEPT'
  [[ $1 == 4 ]] || print_neighbours OUTPUT
  printf -- '-A OUTPUT -m set --match-set %s dst -j %s\n' \
    "never$1" REFUSE "mirrors$1" WEB "private$1" REFUSE "github$1" GITHUB
  print_opened_sets "$1"
  printf -- '-A OUTPUT -m set --match-set %s dst -j %s\n' "hosts$1" WEB
  printf -- '-A OUTPUT -j REFUSE\n'
}

# print_loopback 4|6: of what the sandbox sends to itself, at whichever of its addresses,
# goes on: queries to the resolver, what the resolver and root send (Docker's resolver
# answers as root), and the kernel's own answer to what is refused. The agent can make
# neither a reset nor an ICMP error: it has no raw sockets. What a resolver answers
# over TCP is nobody's until it has accepted the connection, and when it has closed it;
# nobody else can listen there.
print_loopback() {
  local icmp=icmp type=icmp-type refusal=3/13
  if [[ $1 == 4 ]]; then
    printf -- '-A OUTPUT -o lo -d 127.0.0.1/32 -p %s -m %s --dport 53 -j ACCEPT\n' udp udp tcp tcp
    printf -- '-A OUTPUT -o lo -p tcp -m conntrack --ctstate ESTABLISHED --ctorigdst %s --ctdir REPLY -j ACCEPT\n' \
      '127.0.0.1/32 --ctorigdstport 53' 127.0.0.11/32
  else
    icmp=ipv6-icmp type=icmpv6-type refusal=1/1
  fi
  printf -- '-A OUTPUT -o lo -m owner --uid-owner %s -j ACCEPT\n' "$resolver_uid" 0
  printf '%s\n' '-A OUTPUT -o lo -p tcp -m tcp --tcp-flags RST RST -j ACCEPT' \
    "-A OUTPUT -o lo -p $icmp -m ${icmp/ipv6-icmp/icmp6} --$type $refusal -j ACCEPT" \
    '-A OUTPUT -o lo -j REFUSE'
}

# print_opened_sets 4|6: before "hosts", which may have the same addresses and would
# mark their connections for good.
print_opened_sets() {
  local number
  for number in "${!opened_names[@]}"; do
    printf -- '-A OUTPUT -m set --match-set %s dst -j OPENED\n' "opened$1-$number"
  done
}

# print_neighbours CHAIN: IPv6 cannot find its router without neighbour
# solicitation and advertisement (RFC 4861); no other ICMP is needed.
print_neighbours() {
  printf -- "-A $1 -p ipv6-icmp -m icmp6 --icmpv6-type %s -j ACCEPT\n" 135 136
}
