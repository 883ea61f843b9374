// files.h - folders and files for tests: a fresh folder and its removal, whole files, what lies
// below a folder, open descriptors. On Windows over win32.h. Include it where the system calls
// have their own names.
#ifndef TEST_FILES_H
#define TEST_FILES_H

#ifdef _WIN32
#include "win32.h"
#else
#include <fcntl.h>
#include <ftw.h>
#include <sys/stat.h>
#include <unistd.h>
#endif
#include "test.h"

// A new folder of that name and some letters more, in $TMPDIR, else in `base` if it can be
// written, else in /tmp.
static TEST_UNUSED bool test_files_new_folder(char *path, size_t capacity, const char *base,
                                              const char *name) {
#ifdef _WIN32
    (void)base;
    return test_win32_make_folder(path, capacity, name);
#else
    const char *given = getenv("TMPDIR");
    if (given && given[0]) base = given;
    else if (access(base, W_OK | X_OK) != 0) base = "/tmp";
    if (snprintf(path, capacity, "%s/%sXXXXXX", base, name) >= (int)capacity) return false;
    return mkdtemp(path) != NULL;
#endif
}

// The folder and all below it; links are removed, not followed.
#ifdef _WIN32
static TEST_UNUSED void test_files_remove(const char *path) { test_win32_remove_tree(path); }
#else
static int test_files_remove_entry(const char *path, const struct stat *info, int type, struct FTW *at) {
    (void)info; (void)type; (void)at;
    return remove(path);
}
static TEST_UNUSED void test_files_remove(const char *path) {
    nftw(path, test_files_remove_entry, 16, FTW_DEPTH | FTW_PHYS);
}
#endif

// Entries below the folder whose names begin with `start`; "": all but folders; NULL: all.
static const char *test_files_start;
static long test_files_found;
static TEST_UNUSED void test_files_count_name(const char *name, bool folder) {
    const char *start = test_files_start;
    test_files_found += !start || (start[0] ? strncmp(name, start, strlen(start)) == 0 : !folder);
}
#ifndef _WIN32
static int test_files_count_entry(const char *path, const struct stat *info, int type, struct FTW *at) {
    (void)type;
    if (at->level > 0) test_files_count_name(path + at->base, S_ISDIR(info->st_mode));
    return 0;
}
#endif
static TEST_UNUSED long test_files_count(const char *path, const char *start) {
    test_files_start = start;
    test_files_found = 0;
#ifdef _WIN32
    test_win32_each(path, test_files_count_name);
#else
    nftw(path, test_files_count_entry, 16, FTW_PHYS);
#endif
    return test_files_found;
}

// A whole file and a zero byte; NULL when it cannot be opened. Free it.
static TEST_UNUSED uint8_t *test_files_read(const char *path, size_t *size) {
    FILE *file = fopen(path, "rb");
    *size = 0;
    if (!file) return NULL;
    fseek(file, 0, SEEK_END);
    long length = ftell(file);
    rewind(file);
    uint8_t *bytes = (uint8_t *)malloc((size_t)length + 1);
    *size = fread(bytes, 1, (size_t)length, file);
    bytes[*size] = 0;
    fclose(file);
    return bytes;
}
static TEST_UNUSED bool test_files_write(const char *path, const void *bytes, size_t size) {
    FILE *file = fopen(path, "wb");
    if (!file) return false;
    bool whole = size == 0 || fwrite(bytes, 1, size, file) == size;
    return fclose(file) == 0 && whole;
}

// Open descriptors of this process; on Windows, handles.
static TEST_UNUSED long test_files_descriptors(void) {
#ifdef _WIN32
    DWORD handles = 0;
    GetProcessHandleCount(GetCurrentProcess(), &handles);
    return (long)handles;
#else
    long count = 0;
    for (int fd = 0; fd < 1024; fd++) count += fcntl(fd, F_GETFD) != -1;
    return count;
#endif
}

#endif
