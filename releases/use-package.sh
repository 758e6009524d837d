#!/usr/bin/env bash
# Installs a packed package into an empty folder and uses it with the Node of the PATH: use-package.sh creator-sandbox-1.2.3.tgz
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cp "$1" "$folder/package.tgz"
cd "$folder"
echo '{ "private": true, "type": "module" }' >package.json
npm install --no-audit --no-fund --loglevel error ./package.tgz

program=node_modules/creator-sandbox/dist/main.js
node "$program" --version
cat >call.mjs <<'CALL'
import { createSandbox } from 'creator-sandbox';

const { CREATOR_SANDBOX_URL: url, CREATOR_SANDBOX_KEY: key } = process.env;
const beside = await fetch(`${url}/clip/profile?uniqueId=sample.creator`, { headers: { 'api-key': key } });
const own = await createSandbox();
const inside = await fetch(own.exampleUrl, { headers: { 'api-key': 'demo-full' } });
await own.close();
if (beside.status !== 200 || inside.status !== 200) throw new Error(`${beside.status}, ${inside.status}`);
console.log(`node ${process.versions.node} on ${process.platform} ${process.arch}: both sandboxes answer`);
CALL
node "$program" exec --budget 2 -- node call.mjs
ends_with() {
  local expected=$1 code=0
  shift
  "$@" 2>/dev/null || code=$?
  [ "$code" = "$expected" ] || { echo "exit code $code, not $expected: $*"; exit 1; }
}
ends_with 7 node "$program" exec -- node -e 'process.exit(7)'
ends_with 3 node "$program" exec --budget 0 -- node call.mjs
