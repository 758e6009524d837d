#!/usr/bin/env bash
# A client of the creator-analytics API, with curl and jq: it retries, reads all pages, and keeps to a budget of credits.
#
#   client.sh creator HANDLE                 handle, name and followers of a creator on clip
#   client.sh creators COUNTRY MORE_THAN     all creators of a country with more followers, the largest first
#
# API_URL, API_KEY: the service. BUDGET: the most credits that it spends (10). PAGE_SIZE (100).
# WAITS: seconds before each retry ("0.1 0.3 0.9"). It ends with the credits spent on stderr.
# Exit codes: 0 done, 1 refused, 2 wrong usage, 3 over the budget, 4 no such creator.
set -euo pipefail

: "${API_URL:?}" "${API_KEY:?}"
waits=(${WAITS-0.1 0.3 0.9})
spent=0

finish() {
  echo "spent $spent" >&2
  exit "$1"
}

# call PRICE PATH [BODY]: leaves the reply's data in $data, and ends the script at a refusal
call() {
  local price=$1 url=$API_URL$2 attempt=0 reply success status code
  shift 2
  while :; do
    jq -en "$spent + $price <= ${BUDGET:-10}" >/dev/null || { echo 'over the budget' >&2; finish 3; }
    if reply=$(curl -sS -w '\n%{http_code}' -H "api-key: $API_KEY" -H 'content-type: application/json' ${1+-d "$1"} "$url") &&
      success=$(jq .success <<<"${reply%$'\n'*}"); then
      status=${reply##*$'\n'} reply=${reply%$'\n'*}
      [ "$success" != true ] || break
      code=$(jq -r .errorCode <<<"$reply")
      case $status in 429 | 500 | 503) ;; *) attempt=${#waits[@]} ;; esac
    else
      # The reply is lost, and may have been charged.
      spent=$(jq -n "$spent + $price") status=000 code=NO_REPLY
    fi
    if [ "$attempt" -ge "${#waits[@]}" ]; then
      echo "$status $code" >&2
      [ "$code" != NOT_FOUND ] || finish 4
      finish 1
    fi
    sleep "${waits[attempt]}"
    attempt=$((attempt + 1))
  done
  spent=$(jq -n "$spent + $(jq .creditsUsed <<<"$reply")")
  data=$(jq -c .data <<<"$reply")
}

row='[.uniqueId, .displayName, .totalFollowers] | @tsv'

case ${1-} in
  creator)
    call 2 "/clip/profile?uniqueId=$(jq -rn --arg handle "${2:?}" '$handle | @uri')"
    jq -r "$row" <<<"$data"
    ;;
  creators)
    offset=0
    while [ "$offset" != end ]; do
      call 1 /clip/search "$(jq -cn --arg country "${2:?}" --argjson more "${3:?}" --argjson size "${PAGE_SIZE:-100}" --argjson offset "$offset" '{
        filters: [
          { filterName: "country", op: "=", value: $country },
          { filterName: "totalFollowers", op: ">", value: $more }
        ],
        pageSize: $size, offset: $offset, sortBy: "totalFollowers", desc: true
      }')"
      jq -r ".creatorList[] | $row" <<<"$data"
      offset=$(jq -r 'if .hasNextPage then .nextOffset else "end" end' <<<"$data")
    done
    ;;
  *)
    echo 'usage: client.sh creator HANDLE | creators COUNTRY MORE_THAN' >&2
    exit 2
    ;;
esac
finish 0
