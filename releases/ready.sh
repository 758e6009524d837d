#!/usr/bin/env bash
# Says in the first minute whether a tag can be released, and names everything that is missing: ready.sh v1.2.3
# VISIBILITY is that of the repository; HAS_TAG_TOKEN says whether it has the secret TAG_TOKEN.
set -uo pipefail

tag=$1
version=${tag#v}
missing=0
# need SENTENCE COMMAND…
need() {
  local sentence=$1
  shift
  "$@" >/dev/null 2>&1 || { printf '%s\n' "$sentence" >&2; missing=$((missing + 1)); }
}

node releases/release.ts check "$tag" || missing=$((missing + 1))
node releases/versions.ts check || missing=$((missing + 1))

commit=$(git rev-parse "$tag^{commit}")
line=${version%.*}
is_on() { git merge-base --is-ancestor "$commit" "refs/remotes/origin/$1"; }
is_on_a_line() { is_on main || is_on "$line.x"; }
need "$tag is neither on main nor, as a fix of an older version, on the branch $line.x." is_on_a_line

is_green() { [ "$(gh run list --workflow changes.yml --commit "$commit" --status success --json databaseId --jq length)" -gt 0 ]; }
need "The workflow \"changes\" has not passed for ${commit:0:12}, the commit of $tag." is_green

need 'The repository is not public: npm takes a provenance from public repositories only.' [ "${VISIBILITY:-}" = public ]

need 'The variables PYTHON_INDEX and PYTHON_UPLOAD of the repository are not set: they name the index of the pytest plug-in.' \
  [ -n "${PYTHON_INDEX:-}" -a -n "${PYTHON_UPLOAD:-}" ]

name=$(node -p 'require("./package.json").name')
need "npm has no package \"$name\", and trusts a workflow only for a package that exists: CONTRIBUTING.md, \"The first release\"." npm view "$name" name

# GitHub refuses a push by the token of a job once a workflow differs from where the tag stood.
major=${tag%%.*}
moves_major() { node releases/release.ts tags "$tag" | grep -qx "${major#v}"; }
has_equal_workflows() { git diff --quiet "refs/tags/$major" "$commit" -- .github/workflows; }
if [ "${HAS_TAG_TOKEN:-}" != true ] && moves_major && git rev-parse -q --verify "refs/tags/$major" >/dev/null; then
  need "A workflow changed since $major was moved, so the token of a job may not move it to $tag: set the secret TAG_TOKEN (CONTRIBUTING.md, \"Release\")." has_equal_workflows
fi

[ "$missing" = 0 ] || exit 1
echo "$tag can be released."
