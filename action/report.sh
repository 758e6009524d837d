#!/usr/bin/env bash
# Reports what the run proved, then stops the sandbox. The report writes itself into GITHUB_STEP_SUMMARY.
set -uo pipefail

home=$RUNNER_TEMP/creator-sandbox
port=${CREATOR_SANDBOX_ADMIN#http://*:}
code=0
# Without an admin surface there is no report.
[ -z "$port" ] || node "$home/node_modules/creator-sandbox/dist/main.js" report --config "$home/settings.json" \
  --admin-port "${port%%/*}" ${REPORT_JSON:+--json "$REPORT_JSON"} || code=$?
kill "$(cat "$home/pid")"
exit "$code"
