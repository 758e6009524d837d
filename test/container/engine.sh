# A Docker engine for the container check: the one that is reachable, else one made on a Debian machine from
# Debian's own packages, with a local stand-in for the base image, since there may be no image registry either.
# Sourced by check.sh. What was started is stopped by its own pid.
engine_state=${CONTAINER_CHECK_STATE:-/var/tmp/container-check}
engine_base=$(sed -n 's/^ARG NODE_IMAGE=//p' "$(dirname "${BASH_SOURCE[0]}")/../../Dockerfile" | head -n 1)

# Makes an engine and the base image available. Fails with one line on stderr where neither is possible.
engine_ready() {
  mkdir -p "$engine_state"
  if ! docker info >/dev/null 2>&1; then
    [ "$(id -u)" = 0 ] && [ -r /etc/apt/sources.list.d/debian.sources ] || { echo 'no Docker engine, and not root on Debian' >&2; return 1; }
    engine_install && engine_start "$engine_state" false || return 1
  fi
  engine_has "$engine_base" || engine_make_base
}

# engine_has IMAGE: it is there, or can be pulled
engine_has() { docker image inspect "$1" >/dev/null 2>&1 || timeout 60 docker pull -q "$1" >/dev/null 2>&1; }

# Docker, compose and buildx of the next Debian release, pinned so that nothing else is taken from it.
engine_install() {
  command -v dockerd >/dev/null && command -v mmdebstrap >/dev/null && command -v tini-static >/dev/null && docker compose version >/dev/null 2>&1 && return 0
  engine_packages docker.io docker-cli docker-compose docker-buildx containerd runc iptables mmdebstrap tini
}

# engine_packages PACKAGE…: installs them from Debian
engine_packages() {
  local mirror
  mirror=$(awk '/^URIs:/ { print $2; exit }' /etc/apt/sources.list.d/debian.sources)
  printf 'Types: deb\nURIs: %s\nSuites: trixie\nComponents: main\nSigned-By: /usr/share/keyrings/debian-archive-keyring.gpg\n' "$mirror" \
    >/etc/apt/sources.list.d/container-check.sources
  printf 'Package: *\nPin: release n=trixie\nPin-Priority: -1\n\nPackage: docker.io docker-cli docker-compose docker-buildx containerd cosign\nPin: release n=trixie\nPin-Priority: 990\n' \
    >/etc/apt/preferences.d/container-check
  { apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "$@"; } >"$engine_state/apt.log" 2>&1 ||
    { tail -n 5 "$engine_state/apt.log" >&2; return 1; }
}

# engine_start FOLDER CONTAINERD [options…]: dockerd with its data, socket and pid in a folder of its own; it ends with
# engines_stop. CONTAINERD: whether its images are in containerd's store, true or false
engine_start() {
  local folder=$1 containerd=$2
  shift 2
  mkdir -p "$folder"
  # The cache of builds stays for the next check, but does not fill the disk.
  printf '{"features":{"containerd-snapshotter":%s},"builder":{"gc":{"enabled":true,"defaultKeepStorage":"4GB"}}}' "$containerd" >"$folder/daemon.json"
  engine_alive "$folder" || rm -f "$folder/dockerd.pid"
  # Debian has no docker-init, which is tini under another name.
  setsid nohup dockerd --data-root "$folder/data" --exec-root "$folder/exec" -p "$folder/dockerd.pid" \
    --config-file "$folder/daemon.json" --init-path /usr/bin/tini-static "$@" >"$folder/dockerd.log" 2>&1 </dev/null &
  engines_started+=("$folder")
  for _ in $(seq 150); do
    docker info >/dev/null 2>&1 && return 0
    sleep 0.2
  done
  tail -n 5 "$folder/dockerd.log" >&2
  return 1
}
engines_started=()

engine_alive() {
  [ -s "$1/dockerd.pid" ] && [ "$(cat "/proc/$(cat "$1/dockerd.pid")/comm" 2>/dev/null)" = dockerd ]
}

# Stops only the engines that this check started.
engines_stop() {
  local folder pid
  for folder in "${engines_started[@]}"; do
    engine_alive "$folder" || continue
    pid=$(cat "$folder/dockerd.pid")
    kill "$pid" 2>/dev/null || continue
    for _ in $(seq 100); do
      kill -0 "$pid" 2>/dev/null || break
      sleep 0.1
    done
  done
}

# Debian's minimal system plus Node and npm as npm ships them, under the tag that the Dockerfile names. It carries
# this machine's certificates, so that npm works inside a build as it does outside.
# engine_make_base [ARCHITECTURE [TAG]]: as Debian calls it, amd64 or arm64
engine_make_base() {
  local architecture=${1:-$(dpkg --print-architecture)} tag=${2:-$engine_base} major tar work
  major=${engine_base#node:}
  major=${major%%-*}
  tar="$engine_state/base-$major-$architecture.tar"
  if [ ! -s "$tar" ]; then
    work=$(mktemp -d "$engine_state/base.XXXX")
    (
      set -e
      cd "$work"
      npm pack --silent "node-linux-${architecture/amd64/x64}@$major" npm@11 >/dev/null
      mkdir -p root/usr/local/lib/node_modules/npm root/usr/local/etc root/usr/local/share root/usr/local/bin
      tar xzf node-linux-*.tgz -C root/usr/local --strip-components=1
      rm -f root/usr/local/package.json root/usr/local/README.md
      tar xzf npm-*.tgz -C root/usr/local/lib/node_modules/npm --strip-components=1
      ln -s ../lib/node_modules/npm/bin/npm-cli.js root/usr/local/bin/npm
      ln -s ../lib/node_modules/npm/bin/npx-cli.js root/usr/local/bin/npx
      cp /etc/ssl/certs/ca-certificates.crt root/usr/local/share/ca.crt
      printf 'cafile=/usr/local/share/ca.crt\nupdate-notifier=false\n' >root/usr/local/etc/npmrc
      chown -R 0:0 root
      chmod -R go-w root
      mmdebstrap --quiet --variant=minbase --architectures="$architecture" --include=libatomic1 \
        --dpkgopt='path-exclude=/usr/share/doc/*' --dpkgopt='path-include=/usr/share/doc/*/copyright' \
        --dpkgopt='path-exclude=/usr/share/man/*' --dpkgopt='path-exclude=/usr/share/locale/*' \
        --dpkgopt='path-exclude=/usr/share/info/*' \
        --customize-hook='chroot "$1" groupadd --gid 1000 node' \
        --customize-hook='chroot "$1" useradd --uid 1000 --gid node --create-home node' \
        --customize-hook="cp -a '$work/root/.' \"\$1/\"" \
        --customize-hook='rm -rf "$1"/var/lib/apt/lists/* "$1"/var/log/*' \
        bookworm part.tar
      mv part.tar "$tar"
    ) >"$engine_state/base.log" 2>&1 || { tail -n 5 "$engine_state/base.log" >&2; rm -rf "$work"; return 1; }
    rm -rf "$work"
  fi
  docker import --platform "linux/$architecture" -c 'ENV PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin' \
    -c 'CMD ["node"]' "$tar" "$tag" >/dev/null
}
