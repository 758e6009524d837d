#!/usr/bin/env bash
# Packs what a tag publishes into a folder: pack.sh v1.2.3 FOLDER. The package, the pytest plug-in in python/, the notes, and the
# list of all packages that the build is made of.
set -euo pipefail

tag=$1
mkdir -p "$2/python"
out=$(cd "$2" && pwd)
node releases/release.ts notes "$tag" >"$out/notes.md"
npm ci
npm pkg set "repository.type=git" "repository.url=git+$GITHUB_SERVER_URL/$GITHUB_REPOSITORY.git"
npm pack --pack-destination "$out"
npm sbom --package-lock-only --sbom-format cyclonedx >"$out/sbom.json"
node releases/sbom.ts "$out/sbom.json"
bash releases/pack-plugin.sh "$out/python"
