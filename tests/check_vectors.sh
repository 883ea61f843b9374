#!/bin/sh
# tests/vectors/rng_vectors.h must be what make_vectors.py makes of rng.json.
. "$(dirname "$0")/support/test.sh"
if ! command -v python3 >/dev/null; then
    skip "vectors" "no python3 (make setup-dev)"
else
    cp tests/vectors/rng_vectors.h "$work/committed"
    mkdir "$work/vectors"
    cp tests/vectors/rng.json tests/vectors/make_vectors.py "$work/vectors/"
    (cd "$work/vectors" && python3 make_vectors.py) >"$work/out" 2>&1 || cat "$work/out"
    check "rng_vectors.h is made from rng.json" cmp "$work/committed" "$work/vectors/rng_vectors.h"
fi
finish
