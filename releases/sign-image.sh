#!/usr/bin/env bash
# Signs the image that was pushed, then moves its short tags to it: sign-image.sh v1.2.3 sha256:…
# IMAGE names it, IMAGE_USER and IMAGE_TOKEN are of the registry. No tag but that of the version exists before the signature.
set -euo pipefail

tag=$1
digest=$2
[[ $digest =~ ^sha256:[0-9a-f]{64}$ ]] || { echo "\"$digest\" is no digest." >&2; exit 1; }
# A registry takes small letters only.
name=${IMAGE,,}
docker login "${name%%/*}" --username "$IMAGE_USER" --password-stdin <<<"$IMAGE_TOKEN"
cosign sign --yes "$name@$digest"
bash releases/tag-image.sh "$tag" "$digest"

# As somebody without an account.
nobody=$(mktemp -d)
DOCKER_CONFIG=$nobody docker buildx imagetools inspect "$name:${tag#v}" >/dev/null 2>&1 ||
  echo "::warning::Only those with an account can pull $name. A new package of GitHub's registry is private: make it public in its settings."
rm -rf "$nobody"
