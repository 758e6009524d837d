#!/usr/bin/env bash
# Replays the golden exchanges at the service under a spending cap, and writes the report: ask-service.sh report.json
# TARGET_URL, SPEND and CREATOR_SANDBOX_TARGET_KEY say where, for how much and as whom.
set -euo pipefail

code=0
node src/main.ts verify --target "$TARGET_URL" --spend "$SPEND" \
  ${TARGET_V2_URL:+--target-v2 "$TARGET_V2_URL"} ${TARGET_VOCABULARY:+--vocabulary "$TARGET_VOCABULARY"} \
  --json >"$1" || code=$?
# 4: the target differs, which is what the next step reads.
[ "$code" = 0 ] || [ "$code" = 4 ] || exit "$code"
