# A release without the internet: both platforms of the workflow in one index with provenance, pushed under the tags of a
# version, signed, pulled again and run, the other platform by emulation. Left out are SBOM, keyless signature and the
# transparency log, which need services. Sourced by check.sh.
release_state=$engine_state/release
release_bridge=check-release
release_workflow=$here/../../.github/workflows/release.yml
native=$(dpkg --print-architecture 2>/dev/null)
version=$(node -p "require('$here/../../package.json').version")
foreign=$([ "$native" = arm64 ] && echo amd64 || echo arm64)

release() { DOCKER_HOST=unix://$release_state/docker.sock "$@"; }

# Makes what a release machine has: an engine whose store keeps indexes, a registry, emulation, cosign.
release_ready() {
  [ "$(id -u)" = 0 ] && [ -r /etc/apt/sources.list.d/debian.sources ] || { echo 'not root on Debian' >&2; return 1; }
  command -v docker-registry >/dev/null && command -v cosign >/dev/null && command -v arch-test >/dev/null && [ -d /usr/lib/binfmt.d ] && command -v ip >/dev/null && command -v mmdebstrap >/dev/null ||
    engine_packages docker-registry cosign qemu-user-static arch-test mmdebstrap iproute2 || return 1
  release_emulation || { echo "programs of $foreign cannot be emulated" >&2; return 1; }
  mkdir -p "$release_state"
  # An engine without a bridge would remove that of the other one. Its containers use the network of the machine.
  ip link show "$release_bridge" >/dev/null 2>&1 || { ip link add "$release_bridge" type bridge && ip addr add 192.0.2.1/30 dev "$release_bridge"; } || return 1
  release engine_start "$release_state" true -H "unix://$release_state/docker.sock" --bridge "$release_bridge" \
    --iptables=false --ip6tables=false || return 1
  release_base && release_registry
}

# The kernel opens the emulator once, so that it works inside containers.
release_emulation() {
  local machine=aarch64 entries=/proc/sys/fs/binfmt_misc
  [ "$foreign" = arm64 ] || machine=x86_64
  [ -e "$entries/register" ] || mount -t binfmt_misc none "$entries" || return 1
  [ -e "$entries/qemu-$machine" ] && return 0
  head -n 1 "/usr/lib/binfmt.d/qemu-$machine.conf" >"$entries/register" && emulation_added=$entries/qemu-$machine
}

# The base image for both platforms, under the one name that the Dockerfile has.
release_base() {
  release engine_has "$engine_base" && return 0
  local layout=$work/base
  mkdir -p "$layout"
  engine_make_base "$native" "$name-$native" && engine_make_base "$foreign" "$name-$foreign" &&
    docker save "$name-$native" "$name-$foreign" | tar x -C "$layout" &&
    node "$here/make-index.ts" "$layout" "docker.io/library/$engine_base" &&
    tar c -C "$layout" blobs index.json oci-layout | release docker load -q >/dev/null
}

release_registry() {
  local port
  port=$(node -p "const server = require('node:net').createServer().listen(0, '127.0.0.1', () => { console.log(server.address().port); server.close(); }); ''" | head -n 1)
  registry=127.0.0.1:$port
  # In memory: from a folder it may read a tag that another push has half written, which fails that push.
  printf 'version: 0.1\nlog: { level: error }\nstorage: { inmemory: {} }\nhttp: { addr: "%s" }\n' "$registry" >"$work/registry.yml"
  docker-registry serve "$work/registry.yml" >"$work/registry.log" 2>&1 &
  registry_pid=$!
  until_true curl -fsS "http://$registry/v2/"
}

release_about_image() {
  IMAGE=$registry/Example/Creator-Sandbox GITHUB_SHA=$(git rev-parse HEAD) GITHUB_SERVER_URL=https://code.example \
    GITHUB_REPOSITORY=example/creator-sandbox GITHUB_OUTPUT=$work/about bash releases/about-image.sh "v$version"
}
release_build() {
  release_build_as --tag "$(release_name):$version" --metadata-file "$work/built.json"
}
# As the workflow does it: from nothing, its platforms, its provenance, the arguments of its script. Only the base has no
# digest here: this engine made it by itself.
release_build_as() {
  local arguments=() line
  while read -r line; do [ "${line%%=*}" = NODE_IMAGE ] || arguments+=(--build-arg "$line"); done < <(release_about arguments)
  release timeout 1200 docker buildx build -q --push --no-cache --network host --platform "$(release_of platforms)" \
    --provenance "$(release_of provenance)" "${arguments[@]}" "$@" .
}
# release_of NAME: what the workflow gives to the build under this name
release_of() { sed -n "s/^ *$1: //p" "$release_workflow"; }
# release_about NAME: an output of several lines
release_about() { sed -n "/^$1<<END/,/^END/p" "$work/about" | sed '1d;$d'; }

release_name() { sed -n 's/^tag=\(.*\):[^:]*$/\1/p' "$work/about"; }
release_digest() { node -p "require('$work/built.json')['containerimage.digest']"; }
release_index() { release docker buildx imagetools inspect "$1" --format "$2"; }

has_platforms() {
  equals "$(release_index "$(release_name):$version" '{{range .Manifest.Manifests}}{{if ne .Platform.OS "unknown"}}{{.Platform.OS}}/{{.Platform.Architecture}},{{end}}{{end}}')" \
    "$(release_of platforms),"
}
has_tags() {
  local tag
  IMAGE=$(release_name) release bash releases/tag-image.sh "v$version" "$(release_digest)" || return 1
  for tag in "$version" "${version%.*}" "${version%%.*}" latest; do
    equals "$(release_index "$(release_name):$tag" '{{json .Manifest.Digest}}')" "\"$(release_digest)\"" || { echo "tag $tag"; return 1; }
  done
}
has_provenance() {
  local platform
  for platform in amd64 arm64; do
    contains "$(release_index "$(release_name):$version" "{{json (index .Provenance \"linux/$platform\").SLSA.invocation}}")" '"build-arg:VERSION": "'"$version"'"' || return 1
  done
}
# Provenance tells when an image was built, so only the images are compared.
has_equal_digests() {
  release_build_as --tag "$registry/again" || return 1
  equals "$(release_images "$registry/again")" "$(release_images "$(release_name):$version")"
}
release_images() { release_index "$1" '{{range .Manifest.Manifests}}{{if ne .Platform.OS "unknown"}}{{.Platform.Architecture}} {{.Digest}},{{end}}{{end}}'; }
has_labels() {
  contains "$(release_index "$(release_name):$version" '{{json (index .Image "linux/arm64").Config.Labels}}')" '"org.opencontainers.image.source": "https://code.example/example/creator-sandbox"'
}

is_signed() {
  local pair image
  image="$(release_name)@$(release_digest)"
  export COSIGN_PASSWORD=
  for pair in one other; do cosign generate-key-pair --output-key-prefix "$work/$pair" >/dev/null 2>&1 || return 1; done
  cosign sign --yes --tlog-upload=false --key "$work/one.key" "$image" || return 1
  cosign verify --insecure-ignore-tlog=true --key "$work/one.pub" "$(release_name):$version" || return 1
  ! cosign verify --insecure-ignore-tlog=true --key "$work/other.pub" "$(release_name):$version"
}

# In a copy, whose heading changes as it does on the day of a release.
has_notes_of_tag() {
  local copy=$work/tagged said
  mkdir -p "$copy/releases" && cp package.json CHANGELOG.md "$copy" && cp releases/release.ts "$copy/releases" || return 1
  sed -i "s/^## \\[$version\\].*/## [Unreleased]/" "$copy/CHANGELOG.md"
  said=$(node "$copy/releases/release.ts" check "v$version" 2>&1) && { echo 'a version without notes was taken'; return 1; }
  contains "$said" "has no section \"## [$version]\"" || return 1
  sed -i "0,/^## \\[Unreleased\\].*/s//## [$version]/" "$copy/CHANGELOG.md"
  node "$copy/releases/release.ts" check "v$version"
}

# From the registry, as a user pulls it.
foreign_runs() {
  local url
  release docker run -d --name "$name-foreign" --platform "linux/$foreign" --network host --pull always "${safe[@]}" \
    "$(release_name):${version%.*}" --port 0 >/dev/null || return 1
  until_true foreign_healthy || { release docker logs "$name-foreign" 2>&1 | tail -n 5; return 1; }
  equals "$(release docker exec "$name-foreign" node -p process.arch)" "${foreign/amd64/x64}" || return 1
  url=$(release docker logs "$name-foreign" 2>/dev/null | sed -n 's/^{"event":"ready","url":"\([^"]*\)".*/\1/p')
  contains "$(curl -fsS -m 60 -H 'api-key: demo-full' "$url/clip/profile?uniqueId=sample.creator")" '"creditsUsed":2' || return 1
  release docker stop -t 30 "$name-foreign" >/dev/null
  equals "$(release docker inspect -f '{{.State.ExitCode}}' "$name-foreign")" 0
}
foreign_healthy() { equals "$(release docker inspect -f '{{.State.Health.Status}}' "$name-foreign")" healthy; }

release_facts() {
  if ! release_ready 2>"$work/reason"; then
    printf '!! NOT TESTED: the release of two platforms: %s\n' "$(tail -n 1 "$work/reason")"
    # On a runner nobody reads this.
    [ -z "${GITHUB_ACTIONS:-}" ] || fact 'a runner can rehearse a release' false
    return 0
  fi
  needed 'name, tags and arguments come from the script of the workflow' release_about_image
  needed 'both platforms of the release workflow build, and are pushed' release_build
  fact 'a tag is taken once the changelog names its version' has_notes_of_tag
  fact 'one index has them' has_platforms
  fact 'it has the tags of the version' has_tags
  fact 'a second build of both platforms, of every stage, gives equal digests' has_equal_digests
  fact 'each platform has its provenance' has_provenance
  fact 'its labels name the source' has_labels
  fact 'its signature is verified by its key, and by no other' is_signed
  fact "the image of $foreign, pulled, becomes healthy, answers and stops" foreign_runs
}

# After the end of its engine. Nothing of it serves the next check.
release_engine_down() {
  umount "$release_state"/exec/netns/* 2>/dev/null
  ip link delete "$release_bridge" 2>/dev/null
  rm -rf "$release_state"
}

release_down() {
  release docker rm -fv "$name-foreign" >/dev/null 2>&1
  docker rmi -f "$name-$native" "$name-$foreign" >/dev/null 2>&1
  [ -z "${registry_pid:-}" ] || kill "$registry_pid" 2>/dev/null
  [ -z "${emulation_added:-}" ] || echo -1 >"$emulation_added"
}
