# The composition of docs/team.md for real, with tokens and a certificate made as its page says. Sourced by check.sh.
team_work=$work/team

team() { docker compose -f "$team_work/compose.yaml" -p "$name-team" "$@"; }

# The block of the page; only the name of the image and the published port are others.
team_files() {
  local entry
  mkdir "$team_work" && cd "$team_work" || return 1
  awk '/^## The server/ { there = 1 } there && /^```yaml/ { inside = 1; next } inside && /^```/ { exit } inside' \
    "$here/../../docs/team.md" >page.yaml
  sed "s|image: creator-sandbox$|image: $image|; s|\"4310:4310\"|\"127.0.0.1::4310\"|" page.yaml >compose.yaml
  [ "$(diff page.yaml compose.yaml | grep -c '^>')" = 2 ] || { cat compose.yaml; return 1; }
  for entry in "team-a --scope own --labels team-a-*" "team-b --scope own --labels team-b-*" "operator --scope all"; do
    set -f
    docker run --rm "$image" tokens create $entry --json >"${entry%% *}.token.json" || return 1
    set +f
  done
  node -p 'JSON.stringify({ adminTokens: process.argv.slice(1).map((file) => JSON.parse(fs.readFileSync(file)).entry) })' \
    ./*.token.json >sandbox.config.json || return 1
  openssl req -x509 -newkey rsa:2048 -nodes -days 30 -subj /CN=sandbox.example -addext subjectAltName=DNS:sandbox.example \
    -keyout box.key -out box.pem 2>/dev/null
  chown 1000 box.key
}
# team_ask TOKEN PATH [curl options…]: a call of the admin surface with a team's token, and its status
team_ask() {
  local token port
  token=$(node -p 'JSON.parse(fs.readFileSync(process.argv[1])).token' "$team_work/$1.token.json")
  port=$(team port creator-sandbox 4310 | sed 's/.*://')
  curl -sS -m 30 -w ' %{http_code}' --cacert "$team_work/box.pem" --resolve "sandbox.example:$port:127.0.0.1" \
    -H "Authorization: Bearer $token" -H 'content-type: application/json' "https://sandbox.example:$port/__admin$2" "${@:3}"
}
team_creates() { contains "$(team_ask team-a /keys -d '{"label":"team-a-cart","plan":100}')" ' 201'; }
team_sees_its_keys() {
  contains "$(team_ask team-a /keys)" '"label":"team-a-cart"' && equals "$(team_ask team-b /keys)" '{"keys":[],"cursor":null} 200'
}
team_is_refused() { contains "$(team_ask team-a /reset -d '{}')" 'needs a token with the scope all' && contains "$(team_ask team-a /audit)" ' 403'; }
team_needs_token() { contains "$(team_ask nobody /keys 2>&1)" ' 401'; }
# Another start of the same volume, as after a change of the settings.
team_restarts() {
  team down >/dev/null 2>&1
  team up -d --wait --wait-timeout 120 >/dev/null 2>&1 || { team logs --tail 3; return 1; }
  team_sees_its_keys && contains "$(team_ask operator /audit)" '"call":"POST /keys"'
}

team_facts() {
  needed 'the page of teams has a composition, and its commands make tokens and a certificate' team_files
  needed 'that composition comes up, with https and tokens' team up -d --wait --wait-timeout 120
  echo '{"token":"cst_nobody"}' >"$team_work/nobody.token.json"
  fact 'a team creates a key in it' team_creates
  fact 'it sees its keys, and another team does not' team_sees_its_keys
  fact 'it is refused what needs another scope' team_is_refused
  fact 'an unknown token is refused' team_needs_token
  fact 'keys, their labels and the audit survive another start' team_restarts
  team_down
}

team_down() { [ ! -f "$team_work/compose.yaml" ] || team down -v --remove-orphans >/dev/null 2>&1; }
