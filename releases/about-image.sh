#!/usr/bin/env bash
# Writes the tag and build arguments of the image of a version into GITHUB_OUTPUT: about-image.sh v1.2.3. Short tags follow
# once it is signed.
set -euo pipefail

tag=$1
# A registry takes small letters only.
name=${IMAGE,,}
epoch=$(git log -1 --format=%ct)
{
  echo "tag=$name:${tag#v}"
  echo 'arguments<<END'
  echo "NODE_IMAGE=$(sed -n 's/^FROM //p' container/base/Dockerfile)"
  echo "SOURCE_DATE_EPOCH=$epoch"
  echo "VERSION=${tag#v}"
  echo "REVISION=$GITHUB_SHA"
  echo "SOURCE=$GITHUB_SERVER_URL/$GITHUB_REPOSITORY"
  echo "CREATED=$(date -u -d "@$epoch" +%Y-%m-%dT%H:%M:%SZ)"
  echo END
} >>"$GITHUB_OUTPUT"
