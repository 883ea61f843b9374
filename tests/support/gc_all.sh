#!/bin/sh
# gc_all.sh > gc_all.h - the five headers as one file, for who prefers to copy one. Each keeps its
# own IMPLEMENTATION macro, so that a file of yours takes what it wants.
cd "$(dirname "$0")/../.." || exit 1

cat <<'HEAD'
/*
gc_all.h - the gc headers in one file: gc_rng.h, gc_sort.h, gc_sparse.h, gc_writer.h, gc_fetch.h

    #define GC_RNG_IMPLEMENTATION       of each that you want, in one file
    #define GC_SORT_IMPLEMENTATION
    #include "gc_all.h"

Each part is the header as it is, with its banner, its macros and its version. If you rename this
file, define GC_SORT_FILENAME as the name to include it by where the compiler does not tell it (gcc
before 12, MSVC): gc_sort includes itself.
SPDX-License-Identifier: MIT OR Unlicense
*/

HEAD
strict=
for name in rng sort sparse writer fetch; do
    NAME=$(echo $name | tr a-z A-Z)
    strict="$strict${strict:+ || }defined(GC_${NAME}_IMPLEMENTATION) || defined(GC_${NAME}_STATIC)"
done
cat <<POSIX
// Strict ISO modes hide POSIX, and the first system header decides.
#if defined(__linux__) && !defined(_GNU_SOURCE)
#if $strict
#define _GNU_SOURCE
#endif
#endif

// gc_sort includes itself; here that is this file, which then holds gc_sort alone.
#ifdef GC_ALL_PRIV_IN_SORT
POSIX
cat gc_sort.h
cat <<'REST'
#else
#ifndef GC_SORT_FILENAME
#if defined(__FILE_NAME__) && __INCLUDE_LEVEL__ > 0
#define GC_SORT_FILENAME __FILE_NAME__
#else
#define GC_SORT_FILENAME "gc_all.h"
#endif
#endif
#define GC_ALL_PRIV_IN_SORT
#include GC_SORT_FILENAME
#undef GC_ALL_PRIV_IN_SORT

REST
# gc_sparse is last: what its typed layer stands in is a system header to gcc, up to the end.
for name in rng writer fetch sparse; do
    cat gc_$name.h
    echo
done
echo "#endif"
