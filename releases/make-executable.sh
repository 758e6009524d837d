#!/usr/bin/env bash
# Makes the program one file for this machine, tries it, and puts it with its SHA-256 into a folder: make-executable.sh FOLDER.
set -euo pipefail

mkdir -p "$1"
out=$(cd "$1" && pwd)
npm ci
npm run build
npm run build:executable
version=$(node -p 'require("./package.json").version')
for file in releases/out/creator-sandbox-"$version"-*; do
  case $file in *.sha256) continue ;; esac
  said=$("$file" --version)
  [ "$said" = "$version" ] || { echo "$file says \"$said\" as its version, not $version." >&2; exit 1; }
  "$file" exec --size 60 --budget 5 -- node -e '
    const { CREATOR_SANDBOX_URL: url, CREATOR_SANDBOX_KEY: key } = process.env;
    fetch(`${url}/clip/profile?uniqueId=sample.creator`, { headers: { "api-key": key } }).then(({ status }) => {
      process.exitCode = status === 200 ? 0 : 1;
    });'
  cp "$file" "$file.sha256" "$out"
done
