# Sourced by entrypoint.sh: in a branch sandbox git reaches the host's repository
# through the gate.

# add_gate_config: the remote's URL stays what it is; these are the programs that
# git starts for it. Once, however often the container starts.
add_gate_config() {
  local mark='# agent-sandbox: the gate' client=$lib/gate/gate-client
  [[ ${AGENT_SANDBOX_GATE-} == 1 ]] || return 0
  [[ $(< /etc/gitconfig) != *"$mark"* ]] || return 0
  printf '%s\n[remote "host"]\n\treceivepack = %s receive-pack\n\tuploadpack = %s upload-pack\n' \
    "$mark" "$client" "$client" >> /etc/gitconfig
}
