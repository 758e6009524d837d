#!/usr/bin/env bash
# Compares the executables in a folder with their sums and signs them: sign-files.sh FOLDER. FILE.sigstore.json beside a file says
# which workflow made it, for `cosign verify-blob`.
set -euo pipefail

cd "$1"
cat -- creator-sandbox-*.sha256 | sort -k 2 >SHA256SUMS
sha256sum --check --strict SHA256SUMS
rm -- creator-sandbox-*.sha256
for file in creator-sandbox-*; do
  case $file in *.sigstore.json) continue ;; esac
  cosign sign-blob --yes --bundle "$file.sigstore.json" "$file"
done
