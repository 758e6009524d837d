#!/usr/bin/env bash
# Builds the image from a clean clone, runs it, breaks it. Prints one line per fact and ends with
# "N passed, N failed"; with the argument `release` it rehearses one too. REPORT names a file for the counts. Skips, loudly, only where no engine can be had.
# A fact that others build on ends the check with its reason. Durations are the engine's own (events, CPU counters), so
# that a busy machine does not change them; waits are long.
set -uo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
. "$here/engine.sh"
. "$here/facts.sh"
. "$here/cluster.sh"
. "$here/release.sh"

name=container-check-$$
image=creator-sandbox:check-$$
work=$(mktemp -d)
safe=(--read-only --tmpfs /tmp --cap-drop ALL --security-opt no-new-privileges)

finish() {
  docker rm -fv $(docker ps -aq --filter "name=$name") >/dev/null 2>&1
  docker compose -p "$name" --profile client down -v --remove-orphans >/dev/null 2>&1
  docker volume rm "$name-data" "$name-cache" >/dev/null 2>&1
  docker rmi -f "$image" "$image-again" >/dev/null 2>&1
  cluster_down
  release_down
  engines_stop
  release_engine_down
  rm -rf "$work"
}
trap finish EXIT

port_of() { docker port "$1" 4310/tcp | head -n 1 | sed 's/.*://'; }
# start NAME [docker options…]: runs the image in the background, published on a free loopback port
start() {
  local container=$name-$1
  shift
  docker run -d --name "$container" -p 127.0.0.1::4310 "${safe[@]}" "$@" "$image" >/dev/null
}
# healthy NAME: waits for health; the container's own words when it ends instead
healthy() {
  local until=$(($(now_ms) + patience)) state
  while state=$(docker inspect -f '{{.State.Status}} {{.State.Health.Status}}' "$name-$1") && [ "$state" != 'running healthy' ]; do
    case $state in exited*) break ;; esac
    [ "$(now_ms)" -lt "$until" ] || break
    sleep 0.1
  done
  [ "$state" = 'running healthy' ] || { echo "state: $state"; docker inspect -f '{{json .State}}' "$name-$1"; docker logs "$name-$1" 2>&1 | tail -n 5; return 1; }
}
# started NAME: waits for the ready line, for a container without a probe
started() {
  local until=$(($(now_ms) + patience))
  until docker logs "$name-$1" 2>/dev/null | grep -q '"event":"ready"'; do
    [ "$(docker inspect -f '{{.State.Running}}' "$name-$1")" = true ] && [ "$(now_ms)" -lt "$until" ] ||
      { docker logs "$name-$1" 2>&1 | tail -n 5; return 1; }
    sleep 0.1
  done
}
# counter NAME EXPRESSION: a figure of the engine about a container
counter() {
  curl -sS --unix-socket /var/run/docker.sock "http://engine/containers/$name-$1/stats?stream=false&one-shot=true" |
    node -p "const stats = JSON.parse(require('node:fs').readFileSync(0, 'utf8')); Math.round($2)"
}
cpu_ms() { counter "$1" 'stats.cpu_stats.cpu_usage.total_usage / 1e6'; }
# stop_ms NAME: from the signal to the end, by the engine's clock. The last event may come after the stop.
stop_ms() {
  local id times until=$(($(now_ms) + patience))
  id=$(docker inspect -f '{{.Id}}' "$name-$1")
  until times=$(docker events --since 10m --until 0s --filter "container=$id" --filter event=kill --filter event=die --format '{{.TimeNano}}') &&
    [ "$(printf '%s\n' "$times" | wc -l)" -ge 2 ]; do
    [ "$(now_ms)" -lt "$until" ] || { echo "events of the stop: $times" >&2; return 1; }
    sleep 0.1
  done
  printf '%s\n' "$times" | { read -r kill; read -r die; echo $(((die - kill) / 1000000)); }
}
ask() { curl -fsS -m 10 -H "api-key: $2" "http://127.0.0.1:$(port_of "$name-$1")$3"; }
credits_left() { ask "$1" "$2" /usage | sed 's/.*"creditsAvailable":\([^,]*\).*/\1/'; }
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
# A build that hangs fails.
build() { timeout 1200 docker build -q --build-arg SOURCE_DATE_EPOCH=946684800 -t "$@" .; }
needed 'the image builds from a clean clone' build "$image"

printf '\nwhat the layers weigh:\n'
docker history --format '{{.Size}}	{{.CreatedBy}}' "$image" | cut -c1-100 | grep -v ^0B
docker save "$image" -o "$work/image.tar"
size=$(docker image inspect -f '{{.Size}}' "$image")
compressed=$(gzip -c "$work/image.tar" | wc -c)
printf 'together %d MB, compressed %d MB\n\n' $((size / 1000000)) $((compressed / 1000000))
fact 'it has at most 185 MB' test "$size" -le 185000000
fact 'compressed it has at most 68 MB' test "$compressed" -le 68000000
fact 'it runs as a numeric user that is not root' equals "$(docker image inspect -f '{{.Config.User}}' "$image")" 1000:0
fact 'its labels name title and version' contains "$(docker image inspect -f '{{json .Config.Labels}}' "$image")" '"org.opencontainers.image.version":"development"'
mkdir "$work/root"
docker create --name "$name-files" "$image" >/dev/null
docker export "$name-files" | tar x -C "$work/root" app licences usr world
# The maps of the program's own bundle name its lines in a trace.
fact 'it holds no sources, types, headers or foreign binaries' equals \
  "$(cd "$work/root" && find . \( -name '*.d.ts' -o -name '*.d.cts' -o -name '*.d.mts' -o -name '*.h' -o -name '*.map' ! -path './app/dist/*' -o -name '*.ts' \) -o -name '*.node' ! -name "linux-*")" ''
has_licences() {
  local package
  for package in node bash tini libc6 libstdc++6 libgcc-s1 libtinfo6; do
    [ -s "$work/root/licences/$package.txt" ] || { echo "no licence of $package"; return 1; }
  done
  ls "$work/root/app/node_modules/better-sqlite3" | grep -qi '^licen[cs]e' || { echo 'no licence of better-sqlite3'; return 1; }
  grep -q '^fastify .*MIT' "$work/root/app/dist/third-party-licences.txt" && [ -s "$work/root/app/LICENSE" ]
}
fact 'it holds the licence of everything in it' has_licences
# Files, owners, modes and times; this engine may write the same files into a layer in another order. The release compares
# digests.
same_again() {
  build "$image-again" --no-cache && docker create --name "$name-again" "$image-again" >/dev/null && mkdir "$work/again" || return 1
  docker export "$name-again" | tar x -C "$work/again" app licences usr world || return 1
  diff -r --no-dereference "$work/root" "$work/again" && equals "$(listed "$work/again")" "$(listed "$work/root")"
}
listed() { (cd "$1" && find . -mindepth 2 -printf '%P %m %U:%G %T@ %l\n' | sort | sha256sum); }
fact 'a second build, of every stage, gives the same files and times' same_again
rm -rf "$work/again"

start main
needed 'it becomes healthy, read-only and without capabilities' healthy main
printf '        CPU until healthy: %d ms\n' "$(cpu_ms main)"
ready=$(docker logs "$name-main" 2>/dev/null | head -n 1)
fact 'the first line on stdout is the ready line' contains "$ready" '{"event":"ready","url":"http://127.0.0.1:4310"'
fact 'generation 3 answers through the published port' contains "$(ask main demo-full '/clip/profile?uniqueId=sample.creator')" '"creditsUsed":2'
fact 'generation 2 answers through the published port' contains \
  "$(curl -sS -H 'apiId: demo-full' "http://127.0.0.1:$(port_of "$name-main")/v2/clipHistory?clipId=sample.creator")" '"quotaUsed":3'
fact 'it warns that the admin surface has no token' contains "$(docker logs "$name-main" 2>&1)" 'The admin surface has no token'
fact 'a verb runs inside it' contains "$(docker exec "$name-main" creator-sandbox health)" 'ok: creator-sandbox'

nls() { curl -sSN -m "$1" -H 'api-key: demo-full' -H 'content-type: application/json' -d '{"description":"sample creators who cook"}' "http://127.0.0.1:$(port_of "$name-main")/nls"; }
# A proxy or a server that buffers shows no event before the last.
streams_event_by_event() {
  nls 60 | while IFS= read -r line; do
    printf '%s %s\n' "$(now_ms)" "$line"
  done >"$work/nls"
  grep -q 'event: result' "$work/nls" || { head -c 500 "$work/nls"; return 1; }
  local first last
  first=$(grep -m 1 'event: progress' "$work/nls" | cut -d' ' -f1)
  last=$(grep 'event: result' "$work/nls" | cut -d' ' -f1)
  [ $((last - first)) -ge 200 ] || { echo "all events within $((last - first)) ms"; return 1; }
}
fact '/nls streams event by event through the published port' streams_event_by_event

# The engine's overhead of an exec is part of the figure.
probe_cpu() {
  local before after node_cpu
  before=$(cpu_ms main)
  for _ in 1 2 3 4 5 6 7 8 9 10; do docker exec "$name-main" probe || return 1; done
  after=$(cpu_ms main)
  printf 'a probe takes %d ms of CPU\n' $(((after - before) / 10)) | tee -a "$work/figures"
  node_cpu=$(cpu_ms main)
  for _ in 1 2 3 4 5 6 7 8 9 10; do docker exec "$name-main" node -e 0 || return 1; done
  node_cpu=$(($(cpu_ms main) - node_cpu))
  # A fact runs in a shell of its own: the next one reads the figure.
  echo "$node_cpu" >"$work/ten-starts"
  [ $((after - before)) -lt "$node_cpu" ]
}
fact 'the probe takes less CPU than a start of Node' probe_cpu
idle_cpu() {
  local before from share
  before=$(cpu_ms main) from=$(now_ms)
  sleep 30
  share=$((($(cpu_ms main) - before) * 100000 / ($(now_ms) - from)))
  printf 'idle with its probe: %d.%03d %% of a core\n' $((share / 1000)) $((share % 1000)) | tee -a "$work/figures"
  [ $((share * 30 / 100)) -lt $(($(cat "$work/ten-starts") / 2)) ]
}
fact 'idle for 30 s it takes less CPU than five starts of Node, the probe included' idle_cpu
cat "$work/figures"

stops_in_time() {
  local until=$(($(now_ms) + patience))
  nls 60 >"$work/open" 2>/dev/null &
  until grep -q 'event: progress' "$work/open"; do [ "$(now_ms)" -lt "$until" ] || return 1; sleep 0.02; done
  docker stop -t 120 "$name-main" >/dev/null
  wait
  equals "$(docker inspect -f '{{.State.ExitCode}}' "$name-main")" 0 || return 1
  printf '        a stop during an open stream: %d ms\n' "$(stop_ms main)"
  contains "$(cat "$work/open")" SERVICE_UNAVAILABLE
}
fact 'docker stop ends with 0 during an open stream, which ends properly' stops_in_time
# stops_after SECONDS [options…]: a container that has just begun ends by itself, before the engine would kill it
stops_after() {
  local after=$1 code
  shift
  docker rm -f "$name-early" >/dev/null 2>&1
  start early "$@"
  sleep "$after"
  docker stop -t 120 "$name-early" >/dev/null
  code=$(docker inspect -f '{{.State.ExitCode}}' "$name-early")
  case $code in 0 | 143) ;; *) echo "exit code $code after $after s"; return 1 ;; esac
}
stops_at_any_moment() {
  local after
  for after in 0 0.05 0.1 0.15 0.2 0.3 0.4 0.6 1; do stops_after "$after" || return 1; done
  stops_after 0.2 --init && stops_after 0 --init
}
fact 'docker stop ends it at any moment of the start, with an init of the engine too' stops_at_any_moment

start small --memory 128m --memory-swap 128m --health-interval 500ms
start smaller --memory 96m --memory-swap 96m --no-healthcheck
lives() {
  for _ in 1 2 3 4 5 6 7 8; do
    ask "$1" demo-full '/clip/profile?uniqueId=sample.creator' >/dev/null || return 1
    sleep 0.5
  done
  equals "$(docker inspect -f '{{.State.Status}} {{.State.OOMKilled}} {{.RestartCount}}' "$name-$1")" 'running false 0' || return 1
  printf '        memory: %d MB\n' "$(counter "$1" 'stats.memory_stats.usage / 1e6')" >>"$work/memory"
}
lives_probed() { healthy small && lives small && healthy small; }
lives_bare() { started smaller && lives smaller; }
fact 'it lives with 128 MB and a probe twice a second' lives_probed
fact 'it lives with 96 MB without a probe' lives_bare
cat "$work/memory"
docker rm -f "$name-small" "$name-smaller" >/dev/null

docker run -d --name "$name-flags" "${safe[@]}" "$image" --port 5000 --admin-port 5001 >/dev/null
docker run -d --name "$name-zero" "${safe[@]}" "$image" --port 0 --no-admin >/dev/null
docker run -d --name "$name-token" "${safe[@]}" -e SANDBOX_ADMIN_TOKEN=secret "$image" >/dev/null
fact 'the probe finds it with --port and --admin-port' healthy flags
fact 'the probe finds it with --port 0 and --no-admin' healthy zero
fact 'the probe needs no admin token' healthy token
docker run -d --name "$name-https" "${safe[@]}" "$image" --tls >/dev/null
fact 'the probe finds it with --tls' healthy https
docker rm -f "$name-flags" "$name-zero" "$name-token" "$name-https" >/dev/null

six_at_once() {
  local each
  for each in 1 2 3 4 5 6; do start "six-$each" & done
  wait
  for each in 1 2 3 4 5 6; do
    healthy "six-$each" && ask "six-$each" demo-full '/clip/profile?uniqueId=sample.creator' >/dev/null || { echo "number $each"; return 1; }
  done
  docker rm -f "$name"-six-{1,2,3,4,5,6} >/dev/null
}
fact 'six containers start at once, and each answers' six_at_once

start lonely --network none
fact 'without any network it starts and is healthy' healthy lonely
docker rm -f "$name-lonely" >/dev/null

keeps_charges() { healthy "$1" && ask "$1" sandbox:plan=10:any '/clip/profile?uniqueId=sample.creator' >/dev/null && equals "$(credits_left "$1" sandbox:plan=10:any)" 8; }
docker volume create "$name-data" >/dev/null
start any-user --user 4321 -v "$name-data:/data" -e SANDBOX_DATA=/data
fact 'any user id keeps a ledger in a new volume' keeps_charges any-user
docker rm -f "$name-any-user" >/dev/null && docker volume rm "$name-data" >/dev/null
start any-group --user 4321:4321 --tmpfs /data -e SANDBOX_DATA=/data
fact 'so does any user and group in a tmpfs' keeps_charges any-group
mkdir "$work/group" && chmod 775 "$work/group"
start root-owned -v "$work/group:/data" -e SANDBOX_DATA=/data
fact 'so does its own user in a folder of root that its group can write' keeps_charges root-owned
docker rm -f "$name-any-group" "$name-root-owned" >/dev/null

docker volume create "$name-data" >/dev/null
start kept -v "$name-data:/data" -e SANDBOX_DATA=/data
needed 'it keeps a ledger in a volume' healthy kept
ask kept sandbox:plan=10:volume '/clip/profile?uniqueId=sample.creator' >/dev/null
docker restart -t 5 "$name-kept" >/dev/null
needed 'it is healthy again after docker restart' healthy kept
fact 'charges survive docker restart' equals "$(credits_left kept sandbox:plan=10:volume)" 8
fact 'a second container on the same volume is refused with one sentence' refused 'in use' -v "$name-data:/data" -e SANDBOX_DATA=/data
ask kept sandbox:plan=10:volume '/clip/profile?uniqueId=sample.creator' >/dev/null
docker kill "$name-kept" >/dev/null
docker start "$name-kept" >/dev/null
needed 'it is healthy again after docker kill' healthy kept
fact 'charges survive docker kill' equals "$(credits_left kept sandbox:plan=10:volume)" 6
docker rm -f "$name-kept" >/dev/null

mkdir "$work/unwritable" && chmod 555 "$work/unwritable"
fact 'a /data of another user ends it with 2, the user id and the cure' refused 'cannot be written by user 1000. Give it to that user (chown 1000)' -v "$work/unwritable:/data" -e SANDBOX_DATA=/data
fact 'a read-only /data ends it with 2 and says so' refused 'its file system is read-only' -e SANDBOX_DATA=/data
mkdir "$work/closed" && chmod 700 "$work/closed"
fact 'a fixtures folder that cannot be read ends it with 2, the user id and the cause' refused 'cannot be read by user 1000 (EACCES' -v "$work/closed:/fixtures:ro" -e SANDBOX_FIXTURES=/fixtures
safe=(--read-only --cap-drop ALL --security-opt no-new-privileges)
fact 'another world without any writable folder ends it with 2 and the cause' refused 'EROFS: read-only file system' -- --seed 7 --size 60
start no-tmp
fact 'read-only without /tmp it starts and is healthy' healthy no-tmp
docker volume create "$name-cache" >/dev/null
start cached -v "$name-cache:/cache" -e SANDBOX_SEED=7 -e SANDBOX_SIZE=60
fact 'another world is built into the cache volume' healthy cached
docker rm -f "$name-cached" "$name-no-tmp" >/dev/null
start cached -v "$name-cache:/cache" -e SANDBOX_SEED=7 -e SANDBOX_SIZE=60
found_in_cache() { healthy cached && ! docker logs "$name-cached" 2>&1 | grep 'Building the world'; }
fact 'a second container finds it there' found_in_cache
docker rm -f "$name-cached" >/dev/null

mkdir -p "$work/fixtures/creators" && echo '{ "clip": { "handle": "from.the.host", "followers": 12 } }' >"$work/fixtures/creators/host.json"
start own-fixtures -v "$work/fixtures:/fixtures:ro" -e SANDBOX_FIXTURES=/fixtures
needed 'it starts with fixtures of the host' healthy own-fixtures
fact 'they are part of its world' contains "$(ask own-fixtures demo-full '/clip/profile?uniqueId=from.the.host')" '"totalFollowers":12'
docker rm -f "$name-own-fixtures" >/dev/null

compose() { SANDBOX_PUBLISHED_PORT=0 SANDBOX_IMAGE=$image docker compose -p "$name" "$@"; }
needed 'docker compose up --wait succeeds' compose up -d --no-build --wait --wait-timeout 120
fact 'the service that waits for it is answered, and its call is metered' contains \
  "$(compose --profile client run --rm client 2>/dev/null)" '{"creditsUsed":2,"creditsAvailable":8}'

in_testcontainers() {
  (cd "$here/../.." && TESTCONTAINERS_RYUK_DISABLED=true SANDBOX_IMAGE=$image JOB_IMAGE=$engine_base REPORT= npx vitest run --project container)
}
fact 'the tests of creator-sandbox/testcontainers and of the recipes pass' in_testcontainers

cluster_facts
# Both platforms, one of them emulated: that takes as long as all before it.
[ "${1:-}" != release ] || release_facts

printf '\nthe container check took %d s\n' $((($(now_ms) - begin) / 1000))
summary
