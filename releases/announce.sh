#!/usr/bin/env bash
# Moves the tag of the action (v1) to a tag unless a higher version has it, then makes the release with its notes and files:
# announce.sh v1.2.3 notes.md FILE…. The release comes last, so it exists only when all else has worked; a second run goes on.
set -euo pipefail

tag=$1
notes=$2
shift 2
tags=$(node releases/release.ts tags "$tag")
major=${tag%%.*}
if grep -qx "${major#v}" <<<"$tags"; then git push --force origin "$tag^{commit}:refs/tags/$major"; fi

flags=(--latest=false)
if [[ $tag == *-* ]]; then flags=(--prerelease); fi
if grep -qx latest <<<"$tags"; then flags=(--latest); fi
if gh release view "$tag" >/dev/null 2>&1; then
  gh release upload "$tag" --clobber "$@"
else
  gh release create "$tag" --verify-tag --notes-file "$notes" "${flags[@]}" "$@"
fi
