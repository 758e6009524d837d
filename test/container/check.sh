#!/usr/bin/env bash
# Builds the image from a clean clone, runs it, breaks it. Prints one line per fact and ends with
# "N passed, N failed"; REPORT names a file for the counts. Skips, loudly, only where no engine can be had.
set -uo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
. "$here/engine.sh"

passed=0 failed=0
name=container-check-$$
image=creator-sandbox:check-$$
work=$(mktemp -d)
safe=(--read-only --tmpfs /tmp --cap-drop ALL --security-opt no-new-privileges)

finish() {
  docker rm -fv $(docker ps -aq --filter "name=$name") >/dev/null 2>&1
  docker compose -p "$name" --profile client down -v --remove-orphans >/dev/null 2>&1
  docker volume rm "$name-data" >/dev/null 2>&1
  docker rmi -f "$image" >/dev/null 2>&1
  engine_stop
  rm -rf "$work"
}
trap finish EXIT

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

now_ms() { date +%s%3N; }
port_of() { docker port "$1" 4310/tcp | head -n 1 | sed 's/.*://'; }
# start NAME [docker options…]: runs the image in the background, published on a free loopback port
start() {
  local container=$name-$1
  shift
  docker run -d --name "$container" -p 127.0.0.1::4310 "${safe[@]}" "$@" "$image" >/dev/null
}
healthy_within() {
  local until=$(($(now_ms) + $2)) state
  while state=$(docker inspect -f '{{.State.Health.Status}}' "$name-$1") && [ "$state" != healthy ]; do
    [ "$(now_ms)" -lt "$until" ] || { echo "health after $2 ms: $state"; docker logs "$name-$1"; return 1; }
    sleep 0.05
  done
}
ask() { curl -fsS -m 10 -H "api-key: $2" "http://127.0.0.1:$(port_of "$name-$1")$3"; }
credits_left() { ask "$1" "$2" /usage | sed 's/.*"creditsAvailable":\([^,]*\).*/\1/'; }
equals() { [ "$1" = "$2" ] || { echo "expected $2, got $1"; return 1; }; }
contains() { case $1 in *"$2"*) ;; *) echo "expected \"$2\" in: $1"; return 1 ;; esac; }
# refused WORDS [docker options…] [-- arguments]: the container must end with 2 and say it in one sentence
refused() {
  local words=$1 options=() said code
  shift
  while [ $# -gt 0 ] && [ "$1" != -- ]; do options+=("$1"); shift; done
  [ $# -eq 0 ] || shift
  said=$(docker run --rm --name "$name-refused" "${safe[@]}" "${options[@]}" "$image" "$@" 2>&1 >/dev/null)
  code=$?
  equals "$code" 2 && contains "$said" "$words" && { [ "$(printf '%s\n' "$said" | wc -l)" -le 3 ] || { echo "$said"; return 1; }; }
}

begin=$(now_ms)
# Not in a subshell: what is started here is stopped at the end.
if ! engine_ready 2>"$work/reason"; then
  printf '\n!!! THE CONTAINER CHECK IS SKIPPED: %s !!!\n' "$(tail -n 1 "$work/reason")"
  [ -z "${REPORT:-}" ] || printf '{"numPassedTests":0,"numFailedTests":0}\n' >"$REPORT"
  exit 0
fi
printf 'engine and base image after %d ms\n' $(($(now_ms) - begin))

git clone -q "$here/../.." "$work/clone" && cd "$work/clone" || exit 1
fact 'the image builds from a clean clone' docker build -q -t "$image" .
docker image inspect "$image" >/dev/null 2>&1 || { summary; exit 1; }

printf '\nwhat the layers weigh, base included:\n'
docker history --format '{{.Size}}	{{.CreatedBy}}' "$image" | cut -c1-100
own=$(($(docker image inspect -f '{{.Size}}' "$image") - $(docker image inspect -f '{{.Size}}' "$engine_base")))
world=$(docker run --rm --entrypoint node "$image" -p 'fs.statSync("/app/world/default.sqlite").size')
printf 'own layers %d MB, of them the world %d MB\n\n' $((own / 1000000)) $((world / 1000000))
fact 'its own layers are under 120 MB' test "$own" -lt 120000000
fact 'the world is under 60 MB of them' test "$world" -lt 60000000
fact 'it runs as a numeric user that is not root' equals "$(docker image inspect -f '{{.Config.User}}' "$image")" 1000:1000
fact 'it holds neither the sources nor foreign binaries of better-sqlite3' \
  equals "$(docker run --rm --entrypoint sh "$image" -c 'cd node_modules/better-sqlite3 && ls deps src prebuilds 2>/dev/null | grep -c node$')" 1

from=$(now_ms)
start main
fact 'it is healthy within 3 seconds of docker run, read-only and without capabilities' healthy_within main $((3000 - $(now_ms) + from))
printf '        healthy after %d ms\n' $(($(now_ms) - from))
ready=$(docker logs "$name-main" 2>/dev/null | head -n 1)
fact 'the first line on stdout is the ready line' contains "$ready" '{"event":"ready","url":"http://127.0.0.1:4310"'
fact 'generation 3 answers through the published port' contains "$(ask main demo-full '/clip/profile?uniqueId=sample.creator')" '"creditsUsed":2'
fact 'generation 2 answers through the published port' contains \
  "$(curl -sS -H 'apiId: demo-full' "http://127.0.0.1:$(port_of "$name-main")/v2/clipHistory?clipId=sample.creator")" '"quotaUsed":3'
fact 'it warns that the admin surface has no token' contains "$(docker logs "$name-main" 2>&1)" 'The admin surface has no token'

nls() { curl -sSN -m "$1" -H 'api-key: demo-full' -H 'content-type: application/json' -d '{"description":"sample creators who cook"}' "http://127.0.0.1:$(port_of "$name-main")/nls"; }
streams_event_by_event() {
  local first last
  # each line gets the instant at which it came: a buffered stream would bring all at once
  nls 15 | while IFS= read -r line; do printf '%s %s\n' "$(now_ms)" "$line"; done >"$work/nls"
  grep -q 'event: result' "$work/nls" || { head -c 500 "$work/nls"; return 1; }
  first=$(grep -m 1 'event: progress' "$work/nls" | cut -d' ' -f1)
  last=$(grep 'event: result' "$work/nls" | cut -d' ' -f1)
  [ $((last - first)) -ge 200 ] || { echo "all events within $((last - first)) ms"; return 1; }
}
fact '/nls streams event by event through the published port' streams_event_by_event
stops_in_time() {
  local from took
  nls 30 >"$work/open" 2>/dev/null &
  sleep 0.2
  from=$(now_ms)
  docker stop -t 10 "$name-main" >/dev/null
  took=$(($(now_ms) - from))
  wait
  equals "$(docker inspect -f '{{.State.ExitCode}}' "$name-main")" 0 || return 1
  [ "$took" -lt 2000 ] || { echo "stop took $took ms"; return 1; }
  contains "$(cat "$work/open")" SERVICE_UNAVAILABLE
}
fact 'docker stop ends within 2 seconds with 0 during an open stream, which ends properly' stops_in_time

start lonely --network none
fact 'without any network it starts, and its health verb passes' healthy_within lonely 3000
fact 'the health verb says so' contains "$(docker exec "$name-lonely" node /app/dist/main.js health)" '"status":"ok"'

docker volume create "$name-data" >/dev/null
start kept -v "$name-data:/data" -e SANDBOX_DATA=/data
healthy_within kept 3000
ask kept sandbox:plan=10:volume '/clip/profile?uniqueId=sample.creator' >/dev/null
docker restart -t 5 "$name-kept" >/dev/null
fact 'it is healthy again after docker restart' healthy_within kept 5000
fact 'charges survive docker restart' equals "$(credits_left kept sandbox:plan=10:volume)" 8
fact 'a second container on the same volume is refused with one sentence' refused 'in use' -v "$name-data:/data" -e SANDBOX_DATA=/data
ask kept sandbox:plan=10:volume '/clip/profile?uniqueId=sample.creator' >/dev/null
docker kill "$name-kept" >/dev/null
docker start "$name-kept" >/dev/null
healthy_within kept 5000
fact 'charges survive docker kill' equals "$(credits_left kept sandbox:plan=10:volume)" 6

fact 'a wrong flag ends it with 2 and the nearest one' refused '(Did you mean --port?)' -- --prot 1
fact 'a wrong variable ends it with 2 and one sentence' refused 'SANDBOX_PORT cannot be "abc"' -e SANDBOX_PORT=abc
mkdir "$work/unwritable" && chmod 555 "$work/unwritable"
fact 'a /data that cannot be written ends it with 2 and one sentence' refused '/data' -v "$work/unwritable:/data" -e SANDBOX_DATA=/data
mkdir -p "$work/fixtures/creators" && echo '{ "clip": { "handle": "from.the.host", "followers": 12 } }' >"$work/fixtures/creators/host.json"
start own-fixtures -v "$work/fixtures:/fixtures:ro" -e SANDBOX_FIXTURES=/fixtures
healthy_within own-fixtures 5000
fact 'fixtures of the host are part of its world' contains "$(ask own-fixtures demo-full '/clip/profile?uniqueId=from.the.host')" '"totalFollowers":12'

compose() { SANDBOX_PUBLISHED_PORT=0 SANDBOX_IMAGE=$image docker compose -p "$name" "$@"; }
fact 'docker compose up --wait succeeds' compose up -d --no-build --wait --wait-timeout 60
fact 'the service that waits for it is answered, and its call is metered' contains \
  "$(compose --profile client run --rm client 2>/dev/null)" '{"creditsUsed":2,"creditsAvailable":8}'

printf '\nthe container check took %d s\n' $((($(now_ms) - begin) / 1000))
summary
