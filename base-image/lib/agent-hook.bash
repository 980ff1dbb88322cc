# shellcheck shell=bash
#
# The agents' hook, where the sandbox was given a policy.

agent_policy=/etc/agent-sandbox/policy.json
agent_hook=/usr/local/lib/agent-sandbox/hook

# register_agent_hook
# Has Claude Code and Codex ask the hook before each use of a tool. What they read is root's: no
# settings of the agent's own take it away.
register_agent_hook() {
  [[ -e $agent_policy ]] || return 0
  copy_text "$agent_hook/managed-settings.json" /etc/claude-code/managed-settings.json
  copy_text "$agent_hook/requirements.toml" /etc/codex/requirements.toml
}

# copy_text FILE TARGET: in this very process; each start of a program is time of a start.
copy_text() {
  local text
  IFS= read -r -d '' text < "$1" || true
  printf '%s' "$text" > "$2"
}
