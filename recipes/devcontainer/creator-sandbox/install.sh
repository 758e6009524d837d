#!/bin/sh
# Installs the sandbox while a development container is built, as root. VERSION and SETTINGS are options of
# devcontainer-feature.json. An executable or a packed package in this folder comes before what npm finds.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
home=/usr/local/share/creator-sandbox
fail() {
  echo "creator-sandbox: $1" >&2
  exit 1
}
# one PATTERN…: the one file that is there; nothing if there is none
one() {
  [ -e "$1" ] || return 0
  [ $# -eq 1 ] || fail "Leave one of these in the folder of the feature: $*"
  echo "$1"
}

case $(uname -m) in
  x86_64) machine=linux-x64 ;;
  aarch64) machine=linux-arm64 ;;
  *) machine=none ;;
esac
executable=$(one "$here"/creator-sandbox-*-"$machine")
packed=$(one "$here"/creator-sandbox-*.tgz)

mkdir -p "$home"
printf '%s\n' "${SETTINGS:-"{}"}" >"$home/settings.json"
# Whatever user the container has: each has a log of its own.
cat >"$home/entrypoint.sh" <<'END'
#!/bin/sh
creator-sandbox start --config /usr/local/share/creator-sandbox/settings.json --port 4310 \
  >"${TMPDIR:-/tmp}/creator-sandbox-$(id -u).log" 2>&1 </dev/null &
exec "$@"
END
chmod 755 "$home/entrypoint.sh"

if [ -n "$executable" ]; then
  install -m 755 "$executable" /usr/local/bin/creator-sandbox
elif command -v npm >/dev/null; then
  npm install --global --no-audit --no-fund "${packed:-creator-sandbox@${VERSION:-latest}}"
else
  fail "This container has no npm. Add a feature that installs Node, or put the executable for $machine into the folder of this one."
fi
creator-sandbox --version >/dev/null ||
  fail 'What was installed does not start: the package needs Node 22.18 or later, the executable glibc.'
