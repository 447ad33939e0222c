# shellcheck shell=bash
# What the scripts of the action have in common. Sourced.
set -euo pipefail

# Tells GitHub and the log what is wrong, in one line, and ends the step.
fail() {
  local text=$*
  text=${text//'%'/%25}
  text=${text//$'\r'/}
  printf '::error title=fsfind::%s\n' "${text//$'\n'/%0A}"
  exit 2
}

warn() {
  local text=$*
  text=${text//'%'/%25}
  text=${text//$'\r'/}
  printf '::warning title=fsfind::%s\n' "${text//$'\n'/%0A}"
}

need() {
  local tool
  for tool in "$@"; do
    command -v "$tool" >/dev/null || fail "$tool is not installed on this runner"
  done
}

# output NAME VALUE: an output of the step; a value of several lines would be read as several.
output() {
  [[ $2 != *$'\n'* ]] || fail "$1 has several lines"
  printf '%s=%s\n' "$1" "$2" >>"$GITHUB_OUTPUT"
}

# Where this action keeps its files between its steps.
work_folder() {
  mkdir -p "$RUNNER_TEMP/fsfind"
  printf '%s' "$RUNNER_TEMP/fsfind"
}
