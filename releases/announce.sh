#!/usr/bin/env bash
# Makes the release of a tag with its notes, and moves the tag of the action (v1) to it: announce.sh v1.2.3 notes.md
set -euo pipefail

tag=$1
notes=$2
case $tag in
  *-*)
    gh release create "$tag" --verify-tag --notes-file "$notes" --prerelease
    ;;
  *)
    gh release create "$tag" --verify-tag --notes-file "$notes"
    major=${tag%%.*}
    git tag --force "$major" "$tag^{commit}"
    git push --force origin "refs/tags/$major"
    ;;
esac
