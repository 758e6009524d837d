#!/usr/bin/env bash
# Tests beside a sandbox in a container, wherever Docker is: bash docker.sh node --test
set -euo pipefail

id=$(docker run -d -p 127.0.0.1::4310 -e SANDBOX_CLOCK=2026-01-01T00:00:00Z "${SANDBOX_IMAGE:-registry.example/creator-sandbox:1}")
trap 'docker rm -fv "$id" >/dev/null' EXIT
until [ "$(docker inspect -f '{{.State.Health.Status}}' "$id")" = healthy ]; do
  [ "$(docker inspect -f '{{.State.Running}}' "$id")" = true ] || { docker logs "$id"; exit 1; }
  sleep 0.1
done
CREATOR_SANDBOX_URL=http://$(docker port "$id" 4310/tcp) CREATOR_SANDBOX_KEY=demo-full "$@"
