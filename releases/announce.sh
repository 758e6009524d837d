#!/usr/bin/env bash
# Makes the release of a tag with its notes, and moves the tag of the action (v1) to it unless a higher version has that
# tag: announce.sh v1.2.3 notes.md
set -euo pipefail

tag=$1
notes=$2
tags=$(node releases/release.ts tags "$tag")
flags=(--latest=false)
if [[ $tag == *-* ]]; then flags=(--prerelease); fi
if grep -qx latest <<<"$tags"; then flags=(--latest); fi
gh release create "$tag" --verify-tag --notes-file "$notes" "${flags[@]}"
major=${tag%%.*}
if grep -qx "${major#v}" <<<"$tags"; then
  git tag --force "$major" "$tag^{commit}"
  git push --force origin "refs/tags/$major"
fi
