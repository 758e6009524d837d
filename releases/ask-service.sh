#!/usr/bin/env bash
# Replays the golden exchanges at the service under a spending cap. Fails where the service differs, and prints how.
# TARGET_URL, SPEND and CREATOR_SANDBOX_TARGET_KEY say where, for how much and as whom. Without a key nothing is asked.
set -euo pipefail

if [ -z "${CREATOR_SANDBOX_TARGET_KEY:-}" ]; then
  echo 'There is no secret TARGET_KEY, so the service is not asked.'
  exit 0
fi
node src/main.ts compare --target "$TARGET_URL" --spend "$SPEND" \
  ${TARGET_V2_URL:+--target-v2 "$TARGET_V2_URL"} ${TARGET_VOCABULARY:+--vocabulary "$TARGET_VOCABULARY"}
