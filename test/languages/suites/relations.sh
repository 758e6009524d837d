# Relations that hold for any creator of any service, so that they hold for its recordings too.
set -eu

get() {
  curl -sS -H "api-key: $CREATOR_SANDBOX_KEY" "$CREATOR_SANDBOX_URL$1"
}

fail() {
  echo "$1" >&2
  exit 1
}

meta=$(get '/tube/subtitles/meta?videoId=shanvideo01')
echo "$meta" | grep -q '"vssId":"a.zh-Hant"' || fail 'the subtitles have no such track'
get '/tube/subtitles/download?videoId=shanvideo01&vssId=a.zh-Hant' > lines.json
grep -q '"start":' lines.json || fail 'the subtitles have no lines'

brand=$(get '/sponsor/information?brandId=lanternfish-tea.example' | grep -o '"website":"[^"]*"')
[ -n "$brand" ] || fail 'the brand has no website'
get '/tube/niches' | grep -q '"id":"id_' || fail 'the niches have no ids'
