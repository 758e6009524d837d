# Facts of a check, a line each, and their count. Sourced by check.sh.
passed=0 failed=0
# Milliseconds for which a check waits.
patience=120000

# fact TITLE COMMAND…: one line, counted
fact() {
  local title=$1 said
  shift
  if said=$("$@" 2>&1); then
    passed=$((passed + 1))
    printf 'ok      %s\n' "$title"
  else
    failed=$((failed + 1))
    printf 'FAILED  %s\n%s\n' "$title" "$(printf '%s' "$said" | head -c 1500)"
  fi
}

summary() {
  [ -z "${REPORT:-}" ] || printf '{"numPassedTests":%d,"numFailedTests":%d}\n' "$passed" "$failed" >"$REPORT"
  printf '\n%d passed, %d failed\n' "$passed" "$failed"
  [ "$failed" = 0 ]
}

# needed TITLE COMMAND…: a fact without which the others say nothing
needed() {
  local before=$failed
  fact "$@"
  [ "$failed" = "$before" ] || { echo 'The check stops here: what follows needs this.'; summary; exit 1; }
}

now_ms() { date +%s%3N; }
equals() { [ "$1" = "$2" ] || { echo "expected $2, got $1"; return 1; }; }
contains() { case $1 in *"$2"*) ;; *) echo "expected \"$2\" in: $1"; return 1 ;; esac; }
# until_true COMMAND…: waits for it; the words of its last failure when it takes too long
until_true() {
  local until=$(($(now_ms) + patience)) said
  until said=$("$@" 2>&1); do
    [ "$(now_ms)" -lt "$until" ] || { printf '%s\n' "$said"; return 1; }
    sleep 0.2
  done
}
