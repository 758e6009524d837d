#!/usr/bin/env bash
# Runs the examples with a packed package, as their pages say: use-examples.sh creator-sandbox-1.2.3.tgz. What an example needs
# and the machine lacks is named, and fails.
set -euo pipefail

package=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
examples=$PWD/examples
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
use() {
  local name=$1
  shift
  cp -R "$examples/$name" "$scratch/$name"
  cd "$scratch/$name"
  npm pkg set "devDependencies.creator-sandbox=file:$package"
  npm install --no-audit --no-fund --loglevel error
  "$@"
}
# Windows has Python under its short name only.
python=$(command -v python3 || command -v python) || { echo 'The example in Python needs Python.' >&2; exit 1; }
command -v jq curl >/dev/null || { echo 'The example in shell needs curl and jq.' >&2; exit 1; }
use typescript npm test
use python npx creator-sandbox exec --clock 2026-01-01T00:00:00Z -- "$python" -m unittest
use shell npx creator-sandbox exec -- bash test.sh
