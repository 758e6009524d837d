#!/usr/bin/env bash
# A script that uses the API with curl, checked against the sandbox.
set -euo pipefail

profile() { curl -sS -H "api-key: $2" "$CREATOR_SANDBOX_URL/clip/profile?uniqueId=$1"; }
expect() { case $1 in *"$2"*) echo "ok: $3" ;; *) echo "FAILED: $3: $1"; exit 1 ;; esac; }

expect "$(profile sample.creator sandbox:plan=2:shell)" '"totalFollowers":486213' 'a creator is found'
expect "$(profile sample.creator sandbox:plan=2:shell)" INSUFFICIENT_CREDITS 'the second call cannot be paid'
expect "$(profile nobody.at.all sandbox:plan=2:shell-unknown)" NOT_FOUND 'an unknown creator is not found'
expect "$(profile sandbox-error-503 sandbox:plan=2:shell-down)" SERVICE_UNAVAILABLE 'an outage is reported'
expect "$(curl -sS -H 'content-type: application/json' -d '{"match":{"key":"sandbox:plan=2:shell"},"exactly":2}' "$CREATOR_SANDBOX_ADMIN/verify")" \
  '"actual":2' 'the sandbox saw both calls'
