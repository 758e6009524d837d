#!/usr/bin/env bash
# Reports what the run proved, then stops the sandbox. The report writes itself into GITHUB_STEP_SUMMARY.
set -uo pipefail

home=$RUNNER_TEMP/creator-sandbox
code=0
# The program finds the sandbox by CREATOR_SANDBOX_ADMIN. Without an admin surface there is no report.
[ -z "$CREATOR_SANDBOX_ADMIN" ] || node "$home/node_modules/creator-sandbox/dist/main.js" report \
  --config "$home/settings.json" ${REPORT_JSON:+--json "$REPORT_JSON"} || code=$?
kill "$(cat "$home/pid")"
exit "$code"
