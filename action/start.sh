#!/usr/bin/env bash
# Installs the package, starts the sandbox in the background and tells later steps where it is.
set -euo pipefail

home=$RUNNER_TEMP/creator-sandbox
mkdir -p "$home"
version=$(node -p 'require(process.argv[1]).version' "$GITHUB_ACTION_PATH/package.json")
npm install --prefix "$home" --no-audit --no-fund --loglevel error "${PACKAGE:-creator-sandbox@$version}"

printf '%s' "$SETTINGS" >"$home/settings.json"
# Emptied before the program begins: the log of an earlier sandbox of this job has a ready line too.
: >"$home/log"
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
  const { readFileSync, appendFileSync, copyFileSync } = require("node:fs");
  const [log, ca] = process.argv.slice(1);
  const line = readFileSync(log, "utf8").split("\n").find((each) => each.includes("\"event\":\"ready\""));
  const { url, admin = "", certificate } = JSON.parse(line);
  // A copy, because the file of the sandbox goes with it, and Node warns in each later step about a file that is missing.
  if (certificate) copyFileSync(certificate.file, ca);
  const found = { url, key: "demo-full", admin, ca: certificate ? ca : "" };
  const variables = Object.entries(found).map(([name, value]) => [`CREATOR_SANDBOX_${name.toUpperCase()}`, value]);
  if (certificate) variables.push(["NODE_EXTRA_CA_CERTS", ca]);
  const lines = (entries) => entries.map(([name, value]) => `${name}=${value}\n`).join("");
  appendFileSync(process.env.GITHUB_OUTPUT, lines(Object.entries(found)));
  appendFileSync(process.env.GITHUB_ENV, lines(variables));
' "$home/log" "$home/ca.pem"
