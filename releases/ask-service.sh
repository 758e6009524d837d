#!/usr/bin/env bash
# Replays the golden exchanges at the service under a spending cap, writes the report, and notes in releases/agreement.json when
# each operation last agreed: ask-service.sh report.json
# TARGET_URL, SPEND and CREATOR_SANDBOX_TARGET_KEY say where, for how much and as whom. Without a key nothing is asked.
set -euo pipefail

if [ -z "${CREATOR_SANDBOX_TARGET_KEY:-}" ]; then
  echo 'There is no secret TARGET_KEY, so the service is not asked.'
  echo '{"compared":[],"skipped":[],"differences":[],"creditsSpent":0}' >"$1"
  exit 0
fi
code=0
node src/main.ts verify --target "$TARGET_URL" --spend "$SPEND" \
  ${TARGET_V2_URL:+--target-v2 "$TARGET_V2_URL"} ${TARGET_VOCABULARY:+--vocabulary "$TARGET_VOCABULARY"} \
  --agreement releases/agreement.json --json >"$1" || code=$?
# 4: the target differs, which is what the next step reads.
[ "$code" = 0 ] || [ "$code" = 4 ] || exit "$code"
