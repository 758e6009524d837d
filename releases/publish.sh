#!/usr/bin/env bash
# Publishes the package of a tag with its provenance: publish.sh v1.2.3 [flags of npm publish]. Only the highest version
# gets the tag "latest"; one before a release (1.3.0-rc.1) gets "next", a fix of an older version "release-1.2".
set -euo pipefail

version=${1#v}
tags=$(node releases/release.ts tags "$1")
shift
case $version in
  *-*) tag=next ;;
  *) tag=release-${version%.*} ;;
esac
if grep -qx latest <<<"$tags"; then tag=latest; fi
npm publish --provenance --access public --tag "$tag" "$@"
