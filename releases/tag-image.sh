#!/usr/bin/env bash
# Moves the short tags of a version to its image: tag-image.sh v1.2.3 sha256:…. Those that a higher version has stay there.
set -euo pipefail

tag=$1
digest=$2
name=${IMAGE,,}
flags=()
for short in $(node releases/release.ts tags "$tag"); do flags+=(--tag "$name:$short"); done
docker buildx imagetools create "${flags[@]}" "$name@$digest"
