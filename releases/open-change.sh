#!/usr/bin/env bash
# Opens a change with the edits of the register and the table of the agreement, or updates the one that is open:
# open-change.sh change.md
# Does nothing when the text of the change is empty.
set -euo pipefail

text=$1
[ -s "$text" ] || { echo 'The target agrees.'; exit 0; }
branch=nightly/service
git config user.name nightly
git config user.email nightly@creator-sandbox.example
git switch --force-create "$branch"
git add -- 'src/**/decisions.ts'
[ ! -f releases/agreement.json ] || git add -- releases/agreement.json
# A difference may concern no entry of the register; the change still tells of it.
git commit --quiet --allow-empty --message 'Note how far the service agrees'
git push --force origin "$branch"
if [ "$(gh pr list --head "$branch" --state open --json number --jq length)" = 0 ]; then
  # The token of a workflow starts no workflow.
  printf '\nA workflow opened this change, so no check has run: close it and open it again to start them.\n' >>"$text"
  gh pr create --head "$branch" --title 'How far the service agrees' --body-file "$text"
else
  gh pr edit "$branch" --body-file "$text"
fi
