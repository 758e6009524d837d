#!/usr/bin/env bash
# Tests client.sh against the sandbox. Each test describes an account of its own in its key.
set -uo pipefail
cd "$(dirname "$0")"
failed=0 tests=0

# client ARGUMENTS…: runs the client with the key $key; $out has what it printed, $err its last lines, $code its exit code
client() {
  err=$(mktemp)
  out=$(API_URL=$CREATOR_SANDBOX_URL API_KEY=$key bash client.sh "$@" 2>"$err")
  code=$?
  err=$(cat "$err" && rm "$err")
}

# expect TITLE FOUND WANTED
expect() {
  tests=$((tests + 1))
  if [ "$2" = "$3" ]; then
    echo "ok   $1"
  else
    failed=$((failed + 1))
    printf 'FAIL %s\n  found:  %s\n  wanted: %s\n' "$1" "$2" "$3"
  fi
}

admin() { curl -sS -H 'content-type: application/json' "$CREATOR_SANDBOX_ADMIN$1" "${@:2}"; }
id_of() { jq -rn --arg key "$key" '$key | @uri'; }
spent() { admin "/keys/$(id_of)" | jq .spent; }
requests() { admin "/requests/count?key=$(id_of)" | jq .count; }
# fail STATUS TIMES: the next calls of the key are refused
fail() { admin /faults -o /dev/null -d "{\"match\":{\"key\":\"$key\"},\"respond\":{\"status\":$1},\"times\":$2}"; }
sample=$'sample.creator\tSample Creator\t486213'

key=sandbox:plan=100:shell-creator
client creator sample.creator
expect 'a creator is one line' "$code $out" "0 $sample"
expect 'and costs two credits, as the client says' "$err $(spent)" 'spent 2 2'

key=sandbox:plan=100:shell-unknown
client creator nobody.at.all
expect 'an unknown creator has an exit code of its own, free of charge' "$code $out $err $(spent)" $'4  404 NOT_FOUND\nspent 0 0'

for status in 429 503; do
  key=sandbox:plan=100:shell-busy-$status
  fail "$status" 2
  WAITS='0.02 0.1 0.5' client creator sample.creator
  expect "after $status twice the third call answers" "$code $out" "0 $sample"
  expect "and only that one is paid ($status)" "$err $(requests) $(spent)" 'spent 2 3 2'
done

key=sandbox:plan=100:shell-lost
admin /faults -o /dev/null -d "{\"match\":{\"key\":\"$key\"},\"cut\":{\"bytes\":0,\"how\":\"close\"},\"times\":1}"
client creator sample.creator
expect 'after a lost reply it asks again, and counts both as spent' "$code $out $(tail -n 1 <<<"$err") $(spent)" "0 $sample spent 4 4"

key=sandbox:plan=100:shell-down
fail 503 9
WAITS='0.02 0.1' client creator sample.creator
expect 'after the last wait it gives up' "$code $out $err $(requests)" $'1  503 SERVICE_UNAVAILABLE\nspent 0 3'

key=sandbox:plan=1:shell-poor
client creator sample.creator
expect 'a refusal that stays is not repeated' "$code $err $(requests)" $'1 402 INSUFFICIENT_CREDITS\nspent 0 1'

key=sandbox:plan=100:shell-pages
known=$(admin '/world/creators?platform=clip&country=ITA&minFollowers=100001' |
  jq -r '.creators[] | [.handle, .displayName, .followers] | @tsv')
PAGE_SIZE=3 client creators ITA 100000
expect 'all pages of a search are read' "$code $out" "0 $known"
expect 'these are eight creators' "$(wc -l <<<"$out")" 8
expect 'on three pages, none after the last' "$err $(requests) $(spent)" 'spent 3 3 3'

key=sandbox:plan=2:shell-ends
PAGE_SIZE=3 client creators ITA 100000
expect 'when the credits end between two pages, the first ones are printed' "$code $out" "1 $(head -n 6 <<<"$known")"
expect 'and paid' "$err $(spent)" $'402 INSUFFICIENT_CREDITS\nspent 2 2'

key=sandbox:plan=100:shell-budget
BUDGET=2 PAGE_SIZE=3 client creators ITA 100000
expect 'the call that would exceed the budget is not sent' "$code $err $(requests) $(spent)" $'3 over the budget\nspent 2 2 2'

key=sandbox:plan=100:shell-usage
client
expect 'without a command it says how to use it' "$code $err" '2 usage: client.sh creator HANDLE | creators COUNTRY MORE_THAN'

echo "$((tests - failed)) passed, $failed failed"
[ "$failed" = 0 ]
