#!/usr/bin/env bash
# Publishes the packed package of a tag: publish.sh v1.2.3 creator-sandbox-1.2.3.tgz. Only the highest version gets the tag
# "latest"; one before a release (1.3.0-rc.1) gets "next", a fix of an older version "release-1.2". A second run finds it there.
set -euo pipefail

version=${1#v}
file=$2
tags=$(node releases/release.ts tags "$1")
case $version in
  *-*) tag=next ;;
  *) tag=release-${version%.*} ;;
esac
if grep -qx latest <<<"$tags"; then tag=latest; fi

name=$(node -p 'require("./package.json").name')
there=$(npm view "$name@$version" dist.integrity 2>/dev/null) || there=
if [ -z "$there" ]; then
  # What is packed is published as it is: no script of a package runs where npm trusts the job.
  npm publish "./$file" --ignore-scripts --access public --tag "$tag"
elif [ "$there" = "sha512-$(openssl dgst -sha512 -binary "$file" | base64 -w 0)" ]; then
  echo "npm has $version already."
else
  echo "npm has $version with other bytes. Run the failed jobs again, not all jobs: those take what was packed before." >&2
  exit 1
fi
