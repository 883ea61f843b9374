// text.h - complaints, a text that grows, a file read by lines, and one written whole or not at
// all.
// SPDX-License-Identifier: MIT OR Unlicense
#ifndef MONTE_TEXT_H
#define MONTE_TEXT_H

#include "../common/output.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined(__GNUC__) || defined(__clang__)
#define TEXT_FORMAT(at, values) __attribute__((format(printf, at, values)))
#else
#define TEXT_FORMAT(at, values)
#endif

// One line on stderr: "FILE:LINE: what is wrong"; line 0 is left out. What is quoted from a
// file cannot steer the terminal. Always false, so that it can be returned.
TEXT_FORMAT(3, 4) static bool complain(const char *file, size_t line, const char *format, ...) {
    char message[512];
    va_list values;
    va_start(values, format);
    vsnprintf(message, sizeof message, format, values);
    va_end(values);

    for (char *c = message; *c; c++) {
        if ((unsigned char)*c < 32 || *c == 127) *c = '?';
    }
    if (line) {
        fprintf(stderr, "%s:%zu: %s\n", file, line, message);
    } else {
        fprintf(stderr, "%s: %s\n", file, message);
    }
    return false;
}

// ---- a text that grows

// Zeros are an empty one. Ends with a NUL that size does not count. After `failed` there was no
// memory, and it holds nothing.
typedef struct text {
    char *data;
    size_t size, room;
    bool failed;
} text;

static void text_free(text *t) {
    free(t->data);
    memset(t, 0, sizeof *t);
}

// Room for `more` bytes and the NUL.
static bool text_grow(text *t, size_t more) {
    if (t->failed) return false;
    if (t->size + more < t->room) return true;

    size_t room = (t->size + more) * 2 + 1024;
    char *data = (char *)realloc(t->data, room);
    if (data) {
        t->data = data;
        t->room = room;
        return true;
    }

    text_free(t);
    t->failed = true;
    return false;
}

TEXT_FORMAT(2, 3) static void text_add(text *t, const char *format, ...) {
    va_list values;
    va_start(values, format);
    int length = vsnprintf(NULL, 0, format, values);
    va_end(values);
    if (length < 0 || !text_grow(t, (size_t)length)) return;

    va_start(values, format);
    vsnprintf(t->data + t->size, (size_t)length + 1, format, values);
    va_end(values);
    t->size += (size_t)length;
}

// FNV-1a: tells a text that was cut or changed from a whole one.
static uint64_t text_hash(const char *data, size_t size) {
    uint64_t hash = 14695981039346656037u;
    for (size_t i = 0; i < size; i++) hash = (hash ^ (unsigned char)data[i]) * 1099511628211u;
    return hash;
}

// ---- a file, by lines

typedef struct lines {
    const char *file;       // for complaints
    char *at, *end;         // what comes next, and the end of all
    char *line;             // the present line, ended by a NUL in the place of its line break
    size_t number;          // of the present line, from 1
} lines;

// The whole file, which may have no NUL and not be empty.
static bool read_text(const char *path, text *t) {
    FILE *file = fopen(path, "rb");
    if (!file) return complain(path, 0, "cannot be opened: %s", strerror(errno));

    size_t got = 1;
    while (got && text_grow(t, 65536)) {
        got = fread(t->data + t->size, 1, 65536, file);
        t->size += got;
    }
    bool broken = ferror(file) != 0;
    int error = errno;
    fclose(file);

    if (t->failed) return complain(path, 0, "no memory for this file");
    if (broken) return complain(path, 0, "cannot be read: %s", strerror(error));
    t->data[t->size] = 0;
    if (t->size == 0) return complain(path, 1, "the file is empty");
    if (strlen(t->data) == t->size) return true;

    size_t line = 1;
    for (const char *c = t->data; *c; c++) line += *c == '\n';
    return complain(path, line, "a byte 0: not a text file");
}

static lines lines_of(const char *file, char *data, size_t size) {
    lines l = {file, data, data + size, data, 0};
    return l;
}

static bool next_line(lines *l) {
    if (l->at >= l->end) return false;

    l->line = l->at;
    l->number++;
    char *stop = (char *)memchr(l->at, '\n', (size_t)(l->end - l->at));
    if (!stop) stop = l->end;
    l->at = stop + 1;
    *stop = 0;
    if (stop > l->line && stop[-1] == '\r') stop[-1] = 0;
    return true;
}

// ---- a file, whole or not at all

// The name to write under: that of what is no file (output.h) itself.
static char *temporary_name(const char *path) {
    size_t length = strlen(path);
    char *name = (char *)malloc(length + 5);
    if (!name) return NULL;
    memcpy(name, path, length);
    strcpy(name + length, output_is_replaced(path) ? ".tmp" : "");
    return name;
}

// Whether the file could be written; asked before hours of work. A pipe is not opened for it:
// its reader would see the end.
static bool can_write(const char *path) {
    if (!output_is_replaced(path)) return true;
    char *name = temporary_name(path);
    FILE *file = name ? fopen(name, "wb") : NULL;
    if (!file) complain(path, 0, "cannot be written: %s", name ? strerror(errno) : "no memory");
    if (file) {
        fclose(file);
        remove(name);
    }
    free(name);
    return file != NULL;
}

// The temporary file takes the place of the old one: rename does that at once; Windows wants
// the place to be free.
static bool publish(const char *name, const char *path) {
    if (strcmp(name, path) == 0) return true;
#ifdef _WIN32
    remove(path);
#endif
    return rename(name, path) == 0;
}

// Writes under a temporary name, which takes the file's place when all is there.
static bool write_file(const char *path, const char *data, size_t size) {
    char *name = temporary_name(path);
    FILE *file = name ? fopen(name, "wb") : NULL;
    bool good = file && fwrite(data, 1, size, file) == size;
    if (file && fclose(file) != 0) good = false;
    if (good) good = publish(name, path);

    if (!good) complain(path, 0, "cannot be written: %s", name ? strerror(errno) : "no memory");
    if (!good && file && strcmp(name, path) != 0) remove(name);
    free(name);
    return good;
}

// To a file, or to stdout when path is NULL.
static bool write_text(const char *path, const text *t) {
    if (t->failed) return complain("monte_carlo", 0, "no memory for the report");
    if (path) return write_file(path, t->data, t->size);
    if (fwrite(t->data, 1, t->size, stdout) == t->size && fflush(stdout) == 0) return true;
    return complain("stdout", 0, "cannot be written: %s", strerror(errno));
}

#endif
