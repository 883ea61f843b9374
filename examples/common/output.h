// output.h - what a program may replace when it writes a file whole or not at all, by a name
// of its own that it then renames.
// SPDX-License-Identifier: MIT OR Unlicense
#ifndef OUTPUT_H
#define OUTPUT_H

#include <stdbool.h>
#include <sys/stat.h>
#include <sys/types.h>

// False for a device, a pipe or a link (/dev/stdout is one): these are written through.
// Renaming would put a file in their place.
static bool output_is_replaced(const char *path) {
    struct stat found;
#ifdef _WIN32
    if (stat(path, &found) != 0) return true;
#else
    if (lstat(path, &found) != 0) return true;
#endif
    return (found.st_mode & S_IFMT) == S_IFREG || (found.st_mode & S_IFMT) == S_IFDIR;
}

#endif
