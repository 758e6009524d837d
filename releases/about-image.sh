#!/usr/bin/env bash
# Writes the name, tags and build arguments of the image of a tag into GITHUB_OUTPUT: about-image.sh v1.2.3
set -euo pipefail

tag=$1
# A registry takes small letters only.
name=${IMAGE,,}
epoch=$(git log -1 --format=%ct)
{
  echo "name=$name"
  echo 'tags<<END'
  node releases/release.ts tags "$tag" | sed "s|^|$name:|"
  echo END
  echo 'arguments<<END'
  echo "SOURCE_DATE_EPOCH=$epoch"
  echo "VERSION=${tag#v}"
  echo "REVISION=$GITHUB_SHA"
  echo "SOURCE=$GITHUB_SERVER_URL/$GITHUB_REPOSITORY"
  echo "CREATED=$(date -u -d "@$epoch" +%Y-%m-%dT%H:%M:%SZ)"
  echo END
} >>"$GITHUB_OUTPUT"
