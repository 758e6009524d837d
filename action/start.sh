#!/usr/bin/env bash
# Installs the package, starts the sandbox in the background and tells later steps where it is.
set -euo pipefail

home=$RUNNER_TEMP/creator-sandbox
mkdir -p "$home"
version=$(node -p 'require(process.argv[1]).version' "$GITHUB_ACTION_PATH/package.json")
npm install --prefix "$home" --no-audit --no-fund --loglevel error "${PACKAGE:-creator-sandbox@$version}"

printf '%s' "$SETTINGS" >"$home/settings.json"
node "$home/node_modules/creator-sandbox/dist/main.js" start --config "$home/settings.json" --port "$SANDBOX_ACTION_PORT" \
  >"$home/log" 2>&1 </dev/null &
pid=$!
echo "$pid" >"$home/pid"

# The first line that is JSON with a URL is the ready line.
until grep -q '"event":"ready"' "$home/log"; do
  kill -0 "$pid" 2>/dev/null || { cat "$home/log"; exit 1; }
  sleep 0.1
done
node -e '
  const { readFileSync, appendFileSync } = require("node:fs");
  const line = readFileSync(process.argv[1], "utf8").split("\n").find((each) => each.includes("\"event\":\"ready\""));
  const { url, admin = "" } = JSON.parse(line);
  const found = { url, key: "demo-full", admin };
  for (const [name, value] of Object.entries(found)) {
    appendFileSync(process.env.GITHUB_OUTPUT, `${name}=${value}\n`);
    appendFileSync(process.env.GITHUB_ENV, `CREATOR_SANDBOX_${name.toUpperCase()}=${value}\n`);
  }
' "$home/log"
