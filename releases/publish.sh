#!/usr/bin/env bash
# Publishes the package of a tag with its provenance: publish.sh v1.2.3 [flags of npm publish]. A version before a
# release (1.3.0-rc.1) gets the tag "next", so that nobody installs it by chance.
set -euo pipefail

version=${1#v}
shift
case $version in
  *-*) tag=next ;;
  *) tag=latest ;;
esac
npm publish --provenance --access public --tag "$tag" "$@"
