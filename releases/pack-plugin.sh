#!/usr/bin/env bash
# Packs the pytest plug-in as a wheel, with a copy of its description in METADATA: pack-plugin.sh FOLDER. Two runs make equal
# bytes. Needs Python with setuptools, as systems have it.
set -euo pipefail

out=$(cd "$1" && pwd)
source=$(mktemp -d)
trap 'rm -rf "$source"' EXIT
# Building leaves files beside the source.
cp -R packages/pytest-creator-sandbox/. "$source"
cd "$source"
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-1767225600} /usr/bin/python3 - "$out" <<'BUILD'
import pathlib, sys, zipfile
from setuptools import build_meta
# A build leaves arguments of its own in sys.argv.
out = pathlib.Path(sys.argv[1])
wheel = zipfile.ZipFile(out / build_meta.build_wheel(str(out)))
(about,) = [name for name in wheel.namelist() if name.endswith(".dist-info/METADATA")]
(out / "METADATA").write_bytes(wheel.read(about))
BUILD
