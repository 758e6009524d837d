#!/usr/bin/env bash
# Reports what the run proved, then stops the sandbox. The report writes itself into GITHUB_STEP_SUMMARY.
set -uo pipefail

home=$RUNNER_TEMP/creator-sandbox
code=0
if [ ! -f "$home/pid" ]; then
  echo 'No sandbox runs in this job: the action "creator-sandbox" starts one, in a step before this one.' >&2
  exit 1
fi
# It may have ended by itself; then there is nothing to ask.
if ! kill -0 "$(cat "$home/pid")" 2>/dev/null; then
  echo 'The sandbox of this job has ended before its report. Its last words:' >&2
  tail -n 20 "$home/log" >&2
  exit 1
fi
# The program finds the sandbox by CREATOR_SANDBOX_ADMIN. Without an admin surface there is no report.
[ -z "${CREATOR_SANDBOX_ADMIN:-}" ] || node "$home/node_modules/creator-sandbox/dist/main.js" report \
  --config "$home/settings.json" ${REPORT_JSON:+--json "$REPORT_JSON"} || code=$?
kill "$(cat "$home/pid")"
exit "$code"
