#!/usr/bin/env bash
# Runs a command as root on a copy of this machine: bare-machine.sh FOLDER COMMAND…. FOLDER holds what is written, for
# further commands. NODE=no takes Node away, and NETWORK=own leaves a loopback network of its own.
set -euo pipefail

folder=$1
shift
mkdir -p "$folder/upper" "$folder/work" "$folder/root"
network=
if [ "${NETWORK:-}" = own ]; then network=--net; fi
exec unshare --mount $network --pid --fork --kill-child bash -euc '
  folder=$1
  shift
  mount -t overlay overlay -o "lowerdir=/,upperdir=$folder/upper,workdir=$folder/work" "$folder/root"
  cd "$folder/root"
  mount -t proc proc proc
  mount --rbind /dev dev
  mount -t tmpfs tmpfs tmp
  chmod 1777 tmp
  if [ "${NETWORK:-}" = own ]; then ip link set lo up; fi
  if [ "${NODE:-}" = no ]; then rm -f usr/bin/node usr/bin/nodejs usr/bin/npm usr/bin/npx usr/local/bin/node usr/local/bin/npm; fi
  exec chroot . env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root "$@"
' bash "$folder" "$@"
