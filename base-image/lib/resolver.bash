# Sourced by network.bash: the only resolver of the sandbox. It answers allowed
# names, having put their addresses into the firewall's sets, and says NXDOMAIN
# to all others without asking anybody.

probe_name=ready.agent-sandbox.invalid

# start_resolver: as its own user, with NET_ADMIN (it fills the sets) and nothing
# else. dnsmasq returns once it listens. In PID 1 its log, which tells what was
# refused, goes to $resolver_log; otherwise it keeps none.
start_resolver() {
  local log=/dev/null said=
  [[ ! -e $run/resolver.conf ]] || ! resolver_answers || return 0
  if [[ -v resolver_log ]]; then
    log=/dev/fd/$resolver_log
  fi
  print_resolver_config > "$run/resolver.conf"
  if ! run_resolver "$run/resolver.conf" "$log" --reuid="$resolver_uid" --regid="$resolver_uid" --clear-groups \
    --inh-caps=-all,+net_admin --ambient-caps=-all,+net_admin --bounding-set=-all,+net_admin --no-new-privs; then
    [[ ! -v resolver_log ]] || IFS= read -t 0.2 -r -u "$resolver_log" said || true
    fail "Cannot start the resolver: ${said:-dnsmasq failed}"
  fi
}

# run_resolver CONFIGURATION LOG RIGHTS…: as options of setpriv.
run_resolver() {
  local config=$1 log=$2
  shift 2
  (exec -c setpriv "$@" /usr/sbin/dnsmasq --conf-file="$config" < /dev/null > /dev/null 2> "$log")
}

resolver_answers() {
  [[ $(getent hosts "$probe_name") == 127.0.0.1* ]]
}

# use_resolver: Docker mounts /etc/resolv.conf into the container, so it is
# written in place.
use_resolver() {
  local text
  printf -v text '%s %s\nnameserver 127.0.0.1\n' "$resolv_mark" "${upstreams[*]}"
  [[ $(< /etc/resolv.conf) == "${text%$'\n'}" ]] || printf '%s' "$text" > /etc/resolv.conf
}

# print_resolver_config: dnsmasq matches a name with everything below it, and
# "*.name" with everything below only (2.86 and later; the longer match wins,
# and the exact domain before the wildcard). So an exact name is the first with
# the second taken away again.
print_resolver_config() {
  local name
  local -A whole=() below=() opened_domains=()
  for name in "${opened_names[@]}"; do opened_domains[${name#\*.}]=1; done
  printf '%s\n' listen-address=127.0.0.1 bind-interfaces no-resolv no-hosts no-ident \
    pid-file= cache-size=2000 max-cache-ttl=300 edns-packet-max=1232 'address=/#/' \
    "address=/$probe_name/127.0.0.1"
  if [[ -v resolver_log ]]; then
    printf '%s\n' log-facility=- log-queries=extra
  else
    printf '%s\n' log-facility=/dev/null
  fi
  for name in "${hosts[@]}" "${mirrors[@]}" "${opened_names[@]}"; do
    name=${name%.}
    case $name in
      '*.'*) below[${name#\*.}]=1 ;;
      *) whole[$name]=1 ;;
    esac
  done
  print_sets_of hosts "${hosts[@]}"
  print_sets_of mirrors "${mirrors[@]}"
  print_sets_of_opened
  print_servers
}

# print_sets_of SET NAME…: here too the longer match wins.
print_sets_of() {
  local set=$1 name
  shift
  for name; do
    name=${name%.} name=${name#\*.}
    [[ -v opened_domains[$name] ]] || printf 'ipset=/%s/%s4,%s6\n' "$name" "$set" "$set"
  done
}

# print_sets_of_opened: names that were opened since the start have sets of their own,
# by their numbers. Of two lines for one domain dnsmasq takes one, so there is one, with
# all of its sets.
print_sets_of_opened() {
  local number name version IFS=,
  local -a sets
  for number in "${!opened_names[@]}"; do
    name=${opened_names[number]#\*.} sets=()
    [[ -v opened_domains[$name] ]] || continue
    unset "opened_domains[$name]"
    for version in 4 6; do
      sets+=("opened$version-$number")
      mapfile -t -O "${#sets[@]}" sets < <(print_sets_beside "$number" "$version")
    done
    printf 'ipset=/%s/%s\n' "$name" "${sets[*]}"
  done
}

# print_sets_beside NUMBER 4|6: the other sets that what an opened name resolves to goes
# into, one a line: dnsmasq tells a set by the domain, for which "name" and "*.name" are
# one.
print_sets_beside() {
  local own=${opened_names[$1]#\*.} name number
  for name in "${hosts[@]}"; do
    name=${name%.}
    [[ ${name#\*.} != "$own" ]] || { printf 'hosts%s\n' "$2" && break; }
  done
  for number in "${!opened_names[@]}"; do
    [[ $number == "$1" || ${opened_names[number]#\*.} != "$own" ]] || printf 'opened%s-%s\n' "$2" "$number"
  done
}

print_servers() {
  local name upstream
  for name in "${!whole[@]}"; do
    print_server "$name"
    [[ -v below[$name] ]] || printf 'address=/*.%s/\n' "$name"
  done
  for name in "${!below[@]}"; do
    [[ -v whole[$name] ]] || print_server "*.$name"
  done
  print_denials
}

# print_denials: exceptions from a wildcard. One name that is denied leaves what
# is below it to the wildcard.
print_denials() {
  local name
  for name in "${denied[@]}"; do
    name=${name%.}
    printf 'address=/%s/\n' "$name"
    [[ $name == '*.'* || -v below[$name] || " ${denied[*]} " == *" *.$name "* ]] || print_server "*.$name"
  done
}

print_server() {
  local upstream
  for upstream in "${upstreams[@]}"; do
    printf 'server=/%s/%s\n' "$1" "$upstream"
  done
}
