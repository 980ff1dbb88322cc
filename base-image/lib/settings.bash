# Sourced by network.bash: what is allowed, from the environment or the image's
# defaults in /etc/agent-sandbox. A variable that is missing means the default;
# an empty one means nothing.

resolv_mark='# agent-sandbox: upstream'

# read_settings: sets hosts, denied, mirrors, ranges, ports, upstreams, published
# (arrays of checked words), loopback ("open" or "closed") and resolver_uid. The first run's settings are kept, because
# a later one can be called, through sudo, by the very agent that is locked in.
read_settings() {
  local saved
  if [[ -s $run/settings ]] && started_with_this_container; then
    # shellcheck source=/dev/null
    . "$run/settings"
    return
  fi
  choose AGENT_SANDBOX_HOSTS hosts allowed-hosts
  choose AGENT_SANDBOX_DENIED_HOSTS denied denied-hosts
  choose AGENT_SANDBOX_MIRROR_HOSTS mirrors mirror-hosts
  choose AGENT_SANDBOX_GITHUB_RANGES ranges github-ranges
  read -r -d '' -a ports <<< "${AGENT_SANDBOX_PORTS-80 443}" || true
  read -r -d '' -a published <<< "${AGENT_SANDBOX_PUBLISHED-}" || true
  loopback=${AGENT_SANDBOX_LOOPBACK-open}
  read_upstreams
  choose_resolver_uid
  check_settings
  read_container_start
  # Read again inside a function, where a plain "declare" would be its own.
  saved=$(declare -p hosts denied mirrors ranges ports upstreams published loopback resolver_uid container_start)
  printf '%s\n' "${saved//declare -/declare -g -}" > "$run/settings"
}

# choose VARIABLE ARRAY FILE
choose() {
  local -n chosen=$2
  local line file=/etc/agent-sandbox/$3
  chosen=()
  if [[ -v $1 ]]; then
    read -r -d '' -a chosen <<< "${!1,,}" || true
  elif [[ -e $file ]]; then
    while read -r line; do
      [[ -z $line || $line == '#'* ]] || chosen+=("${line,,}")
    done < "$file"
  fi
}

# read_upstreams: Docker writes /etc/resolv.conf once; when the container starts
# again it may still be ours, which then remembers what it replaced.
read_upstreams() {
  local key value line
  upstreams=()
  if [[ -v AGENT_SANDBOX_DNS ]]; then
    read -r -d '' -a upstreams <<< "$AGENT_SANDBOX_DNS" || true
    return
  fi
  while read -r line; do
    if [[ $line == "$resolv_mark "* ]]; then
      read -r -a upstreams <<< "${line#"$resolv_mark "}"
      return
    fi
    read -r key value _ <<< "$line"
    if [[ $key == nameserver && $value != 127.0.0.1 && $value != *%* ]]; then
      upstreams+=("$value")
    fi
  done < /etc/resolv.conf
}

# The firewall tells the resolver by its uid, so nobody else may have it: not
# even a workspace's owner who happens to.
choose_resolver_uid() {
  resolver_uid=64053
  if [[ ${AGENT_SANDBOX_UID-} == "$resolver_uid" || ${AGENT_SANDBOX_GID-} == "$resolver_uid" ]]; then
    resolver_uid=64054
  fi
}

started_with_this_container() {
  read_container_start
  grep -qxF "declare -g -- container_start=\"$container_start\"" "$run/settings"
}

# check_host WORD: whether it is a name, or a wildcard.
check_host() {
  local label='[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?'
  [[ ${#1} -le 253 && $1 =~ ^(\*\.)?($label\.)*$label\.?$ ]]
}

check_settings() {
  local word
  for word in "${hosts[@]}" "${denied[@]}" "${mirrors[@]}"; do
    check_host "$word" || fail "Cannot allow or deny the host \"$word\": not a name"
  done
  for word in "${ranges[@]}"; do
    [[ $word =~ ^[0-9.]+(/[0-9]+)?$ || $word =~ ^[0-9a-f]*:[0-9a-f:.]*(/[0-9]+)?$ ]] \
      || fail "Cannot allow the range \"$word\": not a CIDR"
  done
  for word in "${upstreams[@]}"; do
    [[ $word =~ ^[0-9.]+$ || $word =~ ^[0-9a-fA-F]*:[0-9a-fA-F:.]*$ ]] || fail "Cannot use the resolver \"$word\": not an address"
    [[ $word != 127.0.0.1 && $word != ::1 ]] || fail "Cannot use the resolver \"$word\": it is the sandbox itself"
  done
  for word in "${ports[@]}"; do
    [[ $word =~ ^[0-9]{1,5}$ ]] || fail "Cannot open the port \"$word\": not a number"
  done
  [[ $loopback == open || $loopback == closed ]] \
    || fail "Cannot have the loopback \"$loopback\": it is neither \"open\" nor \"closed\""
  for word in "${published[@]}"; do
    [[ $word =~ ^[0-9]{1,5}/(tcp|udp)$ ]] || fail "Cannot publish \"$word\": not PORT/tcp or PORT/udp"
  done
}
